package io.metasched.service.book;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Index of open work, and counts of all stored items. Both are derived from jobs and claims, and
 * are stored to avoid searches. Immutable.
 *
 * @param jobs open jobs by the number of their current attempt
 * @param waiting open jobs that wait for a window
 * @param queues waiting jobs by account; within an account, by priority; of these, jobs that no
 *     cycle has tried yet come first
 * @param movable booked jobs that may get an earlier window, by start
 * @param taken time taken by open jobs and claims
 * @param tally counts of all jobs and claims by account
 */
@RecordBuilder
public record OpenWork(
    SortedTree<Long, JobRecord> jobs,
    SortedTree<Long, JobRecord> waiting,
    SortedTree<InQueue, JobRecord> queues,
    SortedTree<Place, JobRecord> movable,
    TakenTime taken,
    Tally tally)
    implements OpenWorkBuilder.With {
  /**
   * Place of a booked job; jobs that start earlier precede it.
   *
   * @param start tick of the start
   * @param number number of the current attempt
   */
  public record Place(long start, long number) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byStart = Long.compare(start, other.start);
      return byStart != 0 ? byStart : Long.compare(number, other.number);
    }
  }

  /**
   * Place of a waiting job among the waiting jobs of its account.
   *
   * @param urgency negative priority
   * @param isTried whether the last cycle that tried the job found no window
   */
  public record InQueue(String account, int urgency, boolean isTried, long number)
      implements Comparable<InQueue> {
    private static final Comparator<InQueue> ORDER =
        Comparator.comparing(InQueue::account)
            .thenComparingInt(InQueue::urgency)
            .thenComparing(InQueue::isTried)
            .thenComparingLong(InQueue::number);

    /** Returns the place before all jobs of an account. */
    public static InQueue first(String account) {
      return new InQueue(account, Integer.MIN_VALUE, false, Long.MIN_VALUE);
    }

    /** Returns the place after all jobs of an account. */
    public static InQueue last(String account) {
      return new InQueue(account, Integer.MAX_VALUE, true, Long.MAX_VALUE);
    }

    private static Optional<InQueue> of(JobRecord job) {
      return job.state() == JobState.WAITING
          ? Optional.of(
              new InQueue(
                  job.spec().account(),
                  -job.spec().priority().orElse(0),
                  job.reason().wasTried(),
                  job.number()))
          : Optional.empty();
    }

    @Override
    public int compareTo(InQueue other) {
      return ORDER.compare(this, other);
    }
  }

  static final OpenWork NONE =
      new OpenWork(
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          TakenTime.NONE,
          Tally.NONE);

  /** Returns a copy with further jobs, which must not be in the index yet. */
  OpenWork withAll(Iterable<JobRecord> all) {
    var open = new TreeMap<Long, JobRecord>();
    var waits = new TreeMap<Long, JobRecord>();
    var queued = new TreeMap<InQueue, JobRecord>();
    var moves = new TreeMap<Place, JobRecord>();
    var counted = tally;
    for (var job : all) {
      counted = counted.with(Optional.empty(), job);
      if (!job.state().isFinal()) {
        open.put(job.number(), job);
      }
      if (job.state() == JobState.WAITING) {
        waits.put(job.number(), job);
      }
      InQueue.of(job).ifPresent(place -> queued.put(place, job));
      place(job).ifPresent(place -> moves.put(place, job));
    }
    return new OpenWork(
        SortedTree.of(open),
        SortedTree.of(waits),
        SortedTree.of(queued),
        SortedTree.of(moves),
        taken.withAll(open.values()),
        counted);
  }

  /** Returns a copy with a changed or new job. */
  OpenWork with(Optional<JobRecord> before, JobRecord job) {
    return new OpenWork(
        kept(jobs, before, job, !job.state().isFinal()),
        kept(waiting, before, job, job.state() == JobState.WAITING),
        moved(queues, before.flatMap(InQueue::of), InQueue.of(job), job),
        moved(movable, before.flatMap(OpenWork::place), place(job), job),
        taken.with(before, job),
        tally.with(before, job));
  }

  private static SortedTree<Long, JobRecord> kept(
      SortedTree<Long, JobRecord> jobs, Optional<JobRecord> before, JobRecord job, boolean isIn) {
    if (isIn) {
      return jobs.with(job.number(), job);
    }
    return before.isPresent() ? jobs.without(job.number()) : jobs;
  }

  private static <K extends Comparable<K>> SortedTree<K, JobRecord> moved(
      SortedTree<K, JobRecord> jobs, Optional<K> from, Optional<K> to, JobRecord job) {
    var others = from.filter(place -> !to.equals(from)).map(jobs::without).orElse(jobs);
    return to.map(place -> others.with(place, job)).orElse(others);
  }

  private static Optional<Place> place(JobRecord job) {
    return job.state() == JobState.BOOKED && job.movable() && !job.isMoving()
        ? job.window().map(window -> new Place(window.start(), job.number()))
        : Optional.empty();
  }

  /** Returns a booked job that may move. */
  public Optional<JobRecord> movable(long number) {
    return jobs.get(number).filter(job -> place(job).isPresent());
  }

  /** Returns a copy without a job whose number changes. The job has no current window. */
  OpenWork withoutNumber(long number) {
    var job = jobs.get(number);
    return with()
        .jobs(jobs.without(number))
        .waiting(waiting.without(number))
        .queues(job.flatMap(InQueue::of).map(queues::without).orElse(queues))
        .movable(job.flatMap(OpenWork::place).map(movable::without).orElse(movable))
        .build();
  }

  /** Returns a copy with the created and ended claims. */
  OpenWork with(Market before, Market after) {
    return withTaken(taken.with(before, after)).withTally(tally.with(before, after));
  }

  /** Returns a copy without finished jobs that are deleted. */
  OpenWork forgotten(Iterable<JobRecord> over) {
    var left = tally;
    for (var job : over) {
      left = left.without(job);
    }
    return withTally(left);
  }
}
