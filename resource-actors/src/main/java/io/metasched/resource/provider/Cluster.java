package io.metasched.resource.provider;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Processors of a cluster and the jobs that run on them. Processors are identical, so only their
 * number counts.
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
   * Creates a cluster without reservations.
   *
   * @throws IllegalArgumentException without a processor
   */
  public Cluster(int processors) {
    this(processors, null);
  }

  /**
   * Creates a cluster whose jobs must leave room for commitments, which the cluster keeps up to
   * date.
   */
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
   * Returns an independent copy without a listener. Cost: O(1), and O(r) for r running jobs at the
   * next change of either cluster.
   *
   * @param copied a copy of the cluster's commitments, if it has any
   */
  Cluster copy(@Nullable Commitments copied) {
    return new Cluster(this, copied);
  }

  public int processors() {
    return processors;
  }

  /** Returns the number of processors that run no job. */
  public int free() {
    return free;
  }

  /** Registers a listener for promised starts from now on. */
  public void listen(PromiseListener listener) {
    promises = listener;
  }

  /** Reports that a scheduler promises a start to a waiting job. */
  void promise(BatchJob job, long start, long now) {
    if (promises != null) {
      promises.promised(job, start, now);
    }
  }

  /**
   * Returns whether a job may start now: enough processors are free, and until the job's limit the
   * reservations keep their processors.
   */
  boolean fits(BatchJob job, long now) {
    return job.processors() <= free && (commitments == null || commitments.leaveRoom(job, now));
  }

  /** Returns the commitments of the processors; null if there are no reservations. */
  @Nullable Commitments commitments() {
    return commitments;
  }

  /** Returns the running jobs, sorted by their ends at the limit, the earliest first. */
  public SortedSet<RunningJob> running() {
    return Collections.unmodifiableSortedSet(byLimitEnd.read());
  }

  /**
   * Starts a job.
   *
   * @throws IllegalStateException if too few processors are free, or the job already runs
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

  /** Restores a job that started earlier. */
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

  /** Returns and clears the jobs started since the last call. */
  public List<BatchJob> takeStarted() {
    var taken = List.copyOf(started);
    started.clear();
    return taken;
  }

  /** Returns whether a job of that number runs. */
  boolean isRunning(int number) {
    return byNumber.read().containsKey(number);
  }

  /**
   * Ends a job.
   *
   * @return the job as it ran
   * @throws IllegalStateException if the job does not run
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
