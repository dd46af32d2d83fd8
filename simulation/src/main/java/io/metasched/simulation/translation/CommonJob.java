package io.metasched.simulation.translation;

import io.metasched.simulation.workload.trace.Precedence;
import java.util.Optional;

/**
 * A job as every system gets it.
 *
 * @param id its number, unique in its stream
 * @param submitTick when its user submits it
 * @param runTicks how long it really runs, 1 and up; no system is told before it ends
 * @param processors how many it takes at once, at least 1 and at most those of a site
 * @param estimateTicks how long its user says it runs, at least as long as it does
 * @param user number of its user, 0 and up
 * @param own the time it needs, if it needs one of its own
 * @param precedence the jobs that it waits for; none where it needs a time of its own
 */
public record CommonJob(
    long id,
    long submitTick,
    long runTicks,
    int processors,
    long estimateTicks,
    int user,
    Optional<OwnTime> own,
    Precedence precedence) {

  /** A job that waits for no other. */
  public CommonJob(
      long id,
      long submitTick,
      long runTicks,
      int processors,
      long estimateTicks,
      int user,
      Optional<OwnTime> own) {
    this(id, submitTick, runTicks, processors, estimateTicks, user, own, Precedence.NONE);
  }

  /**
   * A time that a job needs: a reservation or a deadline.
   *
   * @param readyTick its earliest start, at least its submission
   * @param dueTick when it must have ended, at least its estimate behind the earliest start
   */
  public record OwnTime(long readyTick, long dueTick) {}

  /**
   * @throws IllegalArgumentException for a job that does not run, or not in its time
   */
  public CommonJob {
    if (runTicks < 1 || estimateTicks < runTicks || processors < 1 || user < 0) {
      throw new IllegalArgumentException(
          "job %d must run from 1 tick to its estimate of %d on at least 1 processor, but runs %d on %d"
              .formatted(id, estimateTicks, runTicks, processors));
    }
    long submit = submitTick;
    long estimate = estimateTicks;
    own.ifPresent(
        time -> {
          if (time.readyTick() < submit || time.dueTick() - time.readyTick() < estimate) {
            throw new IllegalArgumentException(
                "job %d of %d ticks, submitted at %d, cannot be from %d to %d"
                    .formatted(id, estimate, submit, time.readyTick(), time.dueTick()));
          }
        });
  }

  /** From when on it could run. */
  public long readyTick() {
    return own.map(OwnTime::readyTick).orElse(submitTick);
  }

  /** Processors x ticks that it really needs. */
  double areaTicks() {
    return (double) processors * runTicks;
  }
}
