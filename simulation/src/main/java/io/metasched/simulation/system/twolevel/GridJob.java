package io.metasched.simulation.system.twolevel;

import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.workload.Arriving;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.RigidJobTable;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Optional;

/**
 * A job as it is replayed on two levels.
 *
 * @param id its number in the log
 * @param submitTick when it reaches the grid queue
 * @param runTicks how long it runs unless it is stopped; a batch job at most its limit
 * @param processors how many processors it takes
 * @param limitTicks the run time that schedulers expect
 * @param reservation the reservation it asks for; empty for a batch job
 * @param precedence the jobs that a batch job waits for
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
   * Where a reservation is to be.
   *
   * @param readyTick the earliest start
   * @param dueTick when it should have ended
   * @param durationTicks how long the processors are to be reserved
   * @param leastTicks how long at the least, where as much as can be had will do (best effort)
   */
  public record Interval(long readyTick, long dueTick, long durationTicks, long leastTicks) {

    /**
     * @throws IllegalArgumentException for a least duration that is none, or more than the duration
     */
    public Interval {
      if (leastTicks < 1 || leastTicks > durationTicks) {
        throw new IllegalArgumentException(
            "the least duration must be from 1 to %d ticks, but is %d"
                .formatted(durationTicks, leastTicks));
      }
    }

    /** For the whole duration or not at all. */
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

  /** A job that waits for no other. */
  public GridJob(
      long id,
      long submitTick,
      long runTicks,
      int processors,
      long limitTicks,
      Optional<Interval> reservation) {
    this(id, submitTick, runTicks, processors, limitTicks, reservation, Precedence.NONE);
  }

  /**
   * Returns the job with all its times counted from {@code origin}. A job that the log has before
   * it waits for others: it is submitted from 0 on.
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

  /** The job as an entry of a file. */
  JobEntry entry() {
    long ready = reservation.map(Interval::readyTick).orElse(0L);
    long due = reservation.map(Interval::dueTick).orElse(WindowRequest.NO_LIMIT);
    return RigidJobTable.entry(
        id,
        UNKNOWN_USER,
        new RigidJobTable.Wanted(submitTick, ready, due),
        processors,
        new RigidJobTable.Length(limitTicks, runTicks));
  }
}
