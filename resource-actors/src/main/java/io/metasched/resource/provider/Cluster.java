package io.metasched.resource.provider;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The processors of a cluster and the jobs that run on them. Processors are identical, so only
 * their number counts.
 */
public final class Cluster {
  private final int processors;
  private final Shared<TreeMap<Integer, RunningJob>> byNumber;
  private final Shared<TreeSet<RunningJob>> byLimitEnd;
  private final List<BatchJob> started;
  private final @Nullable Commitments commitments;
  private @Nullable PromiseListener promises;
  private int free;

  /**
   * A cluster that knows no reservations.
   *
   * @throws IllegalArgumentException without a processor
   */
  public Cluster(int processors) {
    this(processors, null);
  }

  /** A cluster whose jobs must leave room for commitments; they are kept up to date. */
  Cluster(int processors, @Nullable Commitments commitments) {
    if (processors < 1) {
      throw new IllegalArgumentException(
          "a cluster needs at least 1 processor, but has " + processors);
    }
    this.processors = processors;
    this.commitments = commitments;
    byNumber = new Shared<>(new TreeMap<>(), TreeMap::new);
    byLimitEnd = new Shared<>(new TreeSet<>(RunningJob.BY_LIMIT_END), TreeSet::new);
    started = new ArrayList<>();
    free = processors;
  }

  private Cluster(Cluster from, @Nullable Commitments commitments) {
    processors = from.processors;
    this.commitments = commitments;
    byNumber = from.byNumber.copy();
    byLimitEnd = from.byLimitEnd.copy();
    started = new ArrayList<>(from.started);
    free = from.free;
  }

  /**
   * Another one of the same state, to which no listener listens; what is done to one of the two
   * does not show in the other. Cost: O(1), and O(r) for r running jobs at the next change of
   * either.
   *
   * @param copied a copy of its commitments, if it has any
   */
  Cluster copy(@Nullable Commitments copied) {
    return new Cluster(this, copied);
  }

  public int processors() {
    return processors;
  }

  /** Processors that run no job. */
  public int free() {
    return free;
  }

  /** Has promised starts reported to a listener from now on. */
  public void listen(PromiseListener listener) {
    promises = listener;
  }

  /** A scheduler promises a waiting job a start. */
  void promise(BatchJob job, long start, long now) {
    if (promises != null) {
      promises.promised(job, start, now);
    }
  }

  /** Whether a job may start now: by its size, and by its limit beside what is reserved. */
  boolean fits(BatchJob job, long now) {
    return job.processors() <= free && (commitments == null || commitments.leaveRoom(job, now));
  }

  /** What the processors are bound to; null where no reservations are known. */
  @Nullable Commitments commitments() {
    return commitments;
  }

  /** The running jobs, those whose limits end first ahead. */
  public SortedSet<RunningJob> running() {
    return Collections.unmodifiableSortedSet(byLimitEnd.read());
  }

  /**
   * Starts a job.
   *
   * @throws IllegalStateException when too few processors are free, or it runs already
   */
  void start(BatchJob job, long now) {
    run(job, now);
    if (commitments != null) {
      commitments.hold(job, now);
    }
    started.add(job);
  }

  /** Starts a job whose processors are reserved for it. */
  void startReserved(BatchJob job, long now) {
    run(job, now);
  }

  /** A job has run since before. */
  void restore(RunningJob running) {
    run(running.job(), running.startTick());
  }

  private void run(BatchJob job, long now) {
    var running = new RunningJob(job, now);
    if (job.processors() > free || byNumber.write().putIfAbsent(job.number(), running) != null) {
      throw new IllegalStateException(
          "job %d cannot start on %d free processors".formatted(job.number(), free));
    }
    byLimitEnd.write().add(running);
    free -= job.processors();
  }

  /** The jobs started since this was last asked for. */
  public List<BatchJob> takeStarted() {
    var taken = List.copyOf(started);
    started.clear();
    return taken;
  }

  /** Whether a job of that number runs. */
  boolean isRunning(int number) {
    return byNumber.read().containsKey(number);
  }

  /**
   * A job has ended.
   *
   * @return the job as it ran
   * @throws IllegalStateException when it does not run
   */
  public RunningJob end(int number) {
    var running = byNumber.write().remove(number);
    if (running == null) {
      throw new IllegalStateException("job %d does not run".formatted(number));
    }
    byLimitEnd.write().remove(running);
    free += running.job().processors();
    return running;
  }
}
