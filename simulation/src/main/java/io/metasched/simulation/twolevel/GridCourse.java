package io.metasched.simulation.twolevel;

import io.metasched.simulation.replay.ProcessorRanges;
import io.metasched.simulation.replay.ReplayJob;
import io.metasched.simulation.replay.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An outcome as a schedule of one machine: the processors of provider p of P each are those from p
 * x P up to (p + 1) x P - 1. So what is known of replays on one cluster holds for it too.
 *
 * @param schedule all jobs by (submit, id), those that were refused without a start
 * @param outcome where each job ran
 */
public record GridCourse(Schedule schedule, TwoLevelOutcome outcome) {
  private static final int USER_UNKNOWN = -1;
  private static final int NOWHERE = 0;

  /** The course of an outcome. */
  public static GridCourse of(TwoLevelOutcome outcome) {
    var jobs = new ArrayList<ReplayJob>(outcome.jobs().size());
    var starts = new long[outcome.jobs().size()];
    for (int i = 0; i < starts.length; i++) {
      var placement = outcome.placements().get(i);
      jobs.add(replayed(outcome.jobs().get(i), placement));
      starts[i] = placement.map(Placement::startTick).orElse(-1L);
    }
    int processors = outcome.providers() * outcome.processors();
    return new GridCourse(new Schedule(List.copyOf(jobs), processors, starts, 0), outcome);
  }

  private static ReplayJob replayed(GridJob job, Optional<Placement> placement) {
    return new ReplayJob(
        job.id(),
        job.submitTick(),
        placement.map(at -> at.endTick() - at.startTick()).orElse(job.runTicks()),
        job.processors(),
        job.reservation().map(GridJob.Interval::durationTicks).orElse(job.limitTicks()),
        USER_UNKNOWN,
        false);
  }

  /**
   * Which processors the jobs that start first are bound to: at its start each takes those of its
   * provider that are free and lowest (dynamic binding).
   *
   * @param mostJobs how many jobs at most
   */
  public ProcessorRanges bound(int mostJobs) {
    return ProcessorRanges.of(
        schedule,
        outcome.providers(),
        job -> outcome.placements().get(job).map(Placement::provider).orElse(NOWHERE),
        mostJobs);
  }
}
