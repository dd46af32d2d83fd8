package io.metasched.resource.whatif;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Reservation;
import java.util.List;
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
  }

  /** The same starts beside other reservations. */
  ExecutionPlan beside(List<Reservation> others) {
    return new ExecutionPlan(nowTick, ends, processors, log, others);
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

  /** Whether each job starts when it does in another plan of the same state. */
  public boolean startsAs(ExecutionPlan other) {
    return log.equals(other.log);
  }
}
