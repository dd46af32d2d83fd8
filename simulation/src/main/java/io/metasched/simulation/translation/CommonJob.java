package io.metasched.simulation.translation;

import io.metasched.simulation.workload.trace.Precedence;
import java.util.Optional;

/**
 * Job in the form in which every system receives it.
 *
 * @param id number, unique in its stream
 * @param submitTick submission by its user
 * @param runTicks real run time, at least 1; unknown to every system before the job ends
 * @param processors number of processors, all needed simultaneously, at least 1 and at most those
 *     of a site
 * @param estimateTicks run time estimated by its user, at least the real run time
 * @param user number of the user, from 0
 * @param own fixed time in which the job must run, if any
 * @param precedence jobs that the job waits for; none if the job has a fixed time
 */
public record CommonJob(
    long id,
    long submitTick,
    long runTicks,
    int processors,
    long estimateTicks,
    int user,
    Optional<FixedTime> own,
    Precedence precedence) {

  /**
   * Time in which a job must run: a reservation or a deadline.
   *
   * @param readyTick earliest start, at least its submission
   * @param dueTick latest end, at least its estimate after the earliest start
   */
  public record FixedTime(long readyTick, long dueTick) {}

  /**
   * @throws IllegalArgumentException if the job does not run, or cannot run in its time
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
                "job %d of %d ticks, submitted at %d, cannot run from %d to %d"
                    .formatted(id, estimate, submit, time.readyTick(), time.dueTick()));
          }
        });
  }

  /** Returns the earliest tick at which the job could run. */
  public long readyTick() {
    return own.map(FixedTime::readyTick).orElse(submitTick);
  }

  /** Returns the real area in processors x ticks. */
  double areaTicks() {
    return (double) processors * runTicks;
  }
}
