package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Reservation;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Starts of all jobs of a cluster, on the assumption that each job runs to its planned end and no
 * other job is submitted: first the running jobs, then the waiting jobs, in the order of their
 * starts. The placeholder of a request is not a job of the plan. Immutable.
 *
 * <p>Source: the what-if paper, section 4.2, P.
 */
public final class ExecutionPlan {
  private final long nowTick;
  private final PlannedEnd ends;
  private final int processors;
  private final StartLog log;
  private final List<Reservation> reservations;
  private final JobSums sums;

  /**
   * Sums over the jobs, in the order of their starts.
   *
   * @param lastEnd last end of a job, or the tick of the plan if no job ends later
   * @param completion sum of the ticks from submission to end
   * @param slowdown sum of the same ticks, each divided by the job's estimate
   * @param work processors x ticks from the tick of the plan on
   */
  record JobSums(long lastEnd, double completion, double slowdown, double work) {}

  /**
   * @param ends planned ends of the jobs
   * @param processors number of processors of the cluster
   * @param log starts of the jobs; must not change after this call
   * @param reservations granted reservations, and the placeholder of a request
   */
  ExecutionPlan(
      long nowTick, PlannedEnd ends, int processors, StartLog log, List<Reservation> reservations) {
    this.nowTick = nowTick;
    this.ends = ends;
    this.processors = processors;
    this.log = log;
    this.reservations = List.copyOf(reservations);
    sums = added();
  }

  private ExecutionPlan(ExecutionPlan from, List<Reservation> reservations) {
    nowTick = from.nowTick;
    ends = from.ends;
    processors = from.processors;
    log = from.log;
    sums = from.sums;
    this.reservations = List.copyOf(reservations);
  }

  private JobSums added() {
    long lastEnd = nowTick;
    double completion = 0;
    double slowdown = 0;
    double work = 0;
    for (int i = 0; i < log.size(); i++) {
      var job = log.job(i);
      long end = endTick(i);
      long completionTicks = end - job.submitTick();
      lastEnd = Math.max(lastEnd, end);
      completion += completionTicks;
      slowdown += (double) completionTicks / job.limitTicks();
      work += (double) job.processors() * (end - Math.max(nowTick, log.start(i)));
    }
    return new JobSums(lastEnd, completion, slowdown, work);
  }

  /** Returns a plan with equal starts and the given reservations. Cost: O(r) for r reservations. */
  ExecutionPlan beside(List<Reservation> others) {
    return new ExecutionPlan(this, others);
  }

  /** Returns the sums over the jobs, for metrics. */
  JobSums sums() {
    return sums;
  }

  /** Returns the tick of the plan. */
  public long nowTick() {
    return nowTick;
  }

  /** Returns the number of processors of the cluster. */
  public int processors() {
    return processors;
  }

  /** Returns the number of running and waiting jobs. */
  public int size() {
    return log.size();
  }

  /** Returns a job of the plan; {@code index} counts from 0. */
  public BatchJob job(int index) {
    return log.job(index);
  }

  /** Returns the start of job {@code index}, which may be in the past. */
  public long startTick(int index) {
    return log.start(index);
  }

  /** Returns the planned end of job {@code index}. */
  public long endTick(int index) {
    return ends.of(log.job(index), log.start(index), nowTick);
  }

  /** Returns the start of each job by its number. Cost: O(n log n). */
  SortedMap<Integer, Long> startsByNumber() {
    var starts = new TreeMap<Integer, Long>();
    for (int i = 0; i < size(); i++) {
      starts.put(job(i).number(), startTick(i));
    }
    return starts;
  }

  /** Returns the granted reservations and the placeholder. */
  public List<Reservation> reservations() {
    return reservations;
  }

  /**
   * Returns the number of jobs whose start differs from the start in another plan of the same
   * state. Cost: O(n log n).
   */
  public int movedFrom(ExecutionPlan other) {
    if (startsAs(other)) {
      return 0;
    }
    var starts = other.startsByNumber();
    int moved = 0;
    for (int i = 0; i < size(); i++) {
      moved += Objects.requireNonNull(starts.get(job(i).number())) == startTick(i) ? 0 : 1;
    }
    return moved;
  }

  /** Returns whether all starts equal the starts in another plan of the same state. */
  public boolean startsAs(ExecutionPlan other) {
    return log.equals(other.log);
  }
}
