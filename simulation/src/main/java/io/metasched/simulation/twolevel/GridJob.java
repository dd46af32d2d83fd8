package io.metasched.simulation.twolevel;

import java.util.Optional;

/**
 * A job as it is replayed on two levels.
 *
 * @param id its number in the log
 * @param submitTick when it reaches the grid queue
 * @param runTicks how long it runs, at most its limit, and if it is a reservation at most that
 * @param processors how many processors it takes
 * @param limitTicks what schedulers are told
 * @param reservation the reservation it asks for; empty for a batch job
 */
public record GridJob(
    long id,
    long submitTick,
    long runTicks,
    int processors,
    long limitTicks,
    Optional<Interval> reservation) {

  /**
   * Where a reservation is to be.
   *
   * @param readyTick the earliest start
   * @param dueTick when it should have ended
   * @param durationTicks how long the processors are reserved
   */
  public record Interval(long readyTick, long dueTick, long durationTicks) {}

  /**
   * @throws IllegalArgumentException for a job that outruns what it is given
   */
  public GridJob {
    long given = reservation.map(Interval::durationTicks).orElse(limitTicks);
    if (runTicks < 1 || runTicks > given) {
      throw new IllegalArgumentException(
          "job %d must run from 1 to %d ticks, but runs %d".formatted(id, given, runTicks));
    }
  }
}
