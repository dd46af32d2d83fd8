package io.metasched.simulation.system.twolevel.model;

import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.workload.Arriving;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.RigidJobTable;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Optional;

/**
 * Job of a replay on two levels.
 *
 * @param id number in the log
 * @param submitTick tick of its arrival in the grid queue
 * @param runTicks run time unless the job is stopped; for a batch job, at most the limit
 * @param processors number of processors
 * @param limitTicks run time that schedulers expect
 * @param reservation requested reservation; empty for a batch job
 * @param precedence jobs for which a batch job waits
 */
public record GridJob(
    long id,
    long submitTick,
    long runTicks,
    int processors,
    long limitTicks,
    Optional<Interval> reservation,
    Precedence precedence)
    implements Arriving {
  private static final int UNKNOWN_USER = -1;

  /**
   * Interval of a requested reservation.
   *
   * @param readyTick earliest start
   * @param dueTick latest end without tardiness
   * @param durationTicks duration of the reservation
   * @param leastTicks minimum duration for a best-effort reservation
   */
  public record Interval(long readyTick, long dueTick, long durationTicks, long leastTicks) {

    /**
     * @throws IllegalArgumentException for a minimum duration below 1 or above the duration
     */
    public Interval {
      if (leastTicks < 1 || leastTicks > durationTicks) {
        throw new IllegalArgumentException(
            "the least duration must be from 1 to %d ticks, but is %d"
                .formatted(durationTicks, leastTicks));
      }
    }

    /** Creates an interval for the whole duration only. */
    public Interval(long readyTick, long dueTick, long durationTicks) {
      this(readyTick, dueTick, durationTicks, durationTicks);
    }
  }

  /**
   * @throws IllegalArgumentException for a job that does not run, or a batch job beyond its limit
   */
  public GridJob {
    long most = reservation.isPresent() ? Long.MAX_VALUE : limitTicks;
    if (runTicks < 1 || runTicks > most) {
      throw new IllegalArgumentException(
          "job %d must run from 1 to %d ticks, but runs %d".formatted(id, most, runTicks));
    }
  }

  /**
   * Returns a copy with all times relative to {@code origin}. A job that the log submits earlier
   * waits for others, and is submitted from 0 on.
   */
  GridJob from(long origin) {
    return new GridJob(
        id,
        Math.max(0, submitTick - origin),
        runTicks,
        processors,
        limitTicks,
        reservation.map(
            asked ->
                new Interval(
                    asked.readyTick - origin,
                    asked.dueTick - origin,
                    asked.durationTicks,
                    asked.leastTicks)),
        precedence);
  }

  /** Returns the job as an entry of a file. */
  public JobEntry entry() {
    long ready = reservation.map(Interval::readyTick).orElse(0L);
    long due = reservation.map(Interval::dueTick).orElse(WindowRequest.NO_LIMIT);
    return RigidJobTable.entry(
        id,
        UNKNOWN_USER,
        new RigidJobTable.Times(submitTick, ready, due),
        processors,
        new RigidJobTable.Length(limitTicks, runTicks));
  }
}
