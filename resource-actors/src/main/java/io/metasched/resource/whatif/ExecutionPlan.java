package io.metasched.resource.whatif;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Reservation;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When each job of a cluster starts if all of them run to their planned ends and no other is
 * submitted: those that run already, then those that wait, in the order of their starts. The
 * placeholder of a request is no job of the plan. Not changed once it is made.
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
   * @param lastEnd the last end of one, or the tick of the plan where none ends later
   * @param completion ticks from submission to end
   * @param slowdown of these over the estimates
   * @param work processors x ticks from the tick of the plan on
   */
  record JobSums(long lastEnd, double completion, double slowdown, double work) {}

  /**
   * @param ends when its jobs end
   * @param processors how many the cluster has
   * @param log not changed any more
   * @param reservations those granted, and the placeholder of a request
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

  /** The same starts beside other reservations. Cost: O(r) for r reservations. */
  ExecutionPlan beside(List<Reservation> others) {
    return new ExecutionPlan(this, others);
  }

  /** Sums over the jobs, for metrics. */
  JobSums sums() {
    return sums;
  }

  /** When it was made. */
  public long nowTick() {
    return nowTick;
  }

  /** How many processors the cluster has. */
  public int processors() {
    return processors;
  }

  /** How many jobs run or wait. */
  public int size() {
    return log.size();
  }

  /** A job, from 0. */
  public BatchJob job(int index) {
    return log.job(index);
  }

  /** When that job starts, or has started. */
  public long startTick(int index) {
    return log.start(index);
  }

  /** When that job ends by the plan. */
  public long endTick(int index) {
    return ends.of(log.job(index), log.start(index), nowTick);
  }

  /** When each job starts, by its number. Cost: O(n log n). */
  SortedMap<Integer, Long> startsByNumber() {
    var starts = new TreeMap<Integer, Long>();
    for (int i = 0; i < size(); i++) {
      starts.put(job(i).number(), startTick(i));
    }
    return starts;
  }

  /** The reservations that the jobs run beside: those granted, and the placeholder. */
  public List<Reservation> reservations() {
    return reservations;
  }

  /**
   * How many jobs start at another tick than in another plan of the same state. Cost: O(n log n).
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

  /** Whether each job starts when it does in another plan of the same state. */
  public boolean startsAs(ExecutionPlan other) {
    return log.equals(other.log);
  }
}
