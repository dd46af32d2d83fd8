package io.metasched.simulation.system.replay;

import io.metasched.resource.provider.LocalScheduler;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.rows.RunTitle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Run model of a replay: each step performs all events of one instant. */
final class ReplayModel implements RunModel<ReplayModel.Instant, ReplayRun> {
  private static final int STEPS_PER_REPORT = 1024;

  /** The only kind of step: completions, submissions and a scheduling pass. */
  enum Instant {
    ALL
  }

  private final List<ReplayJob> jobs;
  private final Replay replay;
  private final ReplayFacts facts;
  private final Progress progress;
  private final long[] promisedAt;
  private final long[] promisedStart;
  private int steps;

  /**
   * Creates the model of a replay before its first event.
   *
   * @param facts title and settings of the run
   */
  ReplayModel(
      List<ReplayJob> jobs, LocalScheduler scheduler, ReplayFacts facts, Progress progress) {
    this.jobs = jobs;
    this.facts = facts;
    this.progress = progress;
    replay = new Replay(jobs, facts.processors(), scheduler, facts.periodTicks());
    promisedAt = new long[jobs.size()];
    promisedStart = new long[jobs.size()];
    Arrays.fill(promisedAt, -1);
    Arrays.fill(promisedStart, -1);
    replay.listen(
        (job, start, now) -> {
          if (promisedAt[job.number()] < 0) {
            promisedAt[job.number()] = now;
            promisedStart[job.number()] = start;
          }
        });
  }

  @Override
  public Optional<Due<Instant>> next() {
    long tick = replay.nextTick();
    return tick == Replay.NEVER ? Optional.empty() : Optional.of(new Due<>(tick, Instant.ALL));
  }

  @Override
  public void perform(Instant step, long tick) {
    replay.perform(tick);
    if (++steps % STEPS_PER_REPORT == 0) {
      progress.advanced(facts.title().policy(), replay.submitted(), jobs.size());
    }
  }

  @Override
  public ReplayRun tables(String driver, String version) {
    var schedule = replay.schedule();
    var rows = new ArrayList<ReplayRow>(jobs.size());
    boolean complete = true;
    for (int at = 0; at < jobs.size(); at++) {
      rows.add(ReplayRow.of(schedule, at, promisedAt[at], promisedStart[at], replay.logged(at)));
      complete &= schedule.hasStarted(at);
    }
    rows.sort(ReplayRow.ORDER);
    var title = facts.title();
    var ended =
        new RunTitle(
            title.kind(),
            title.scenario(),
            title.policy(),
            driver,
            title.seed(),
            version,
            title.wallSeconds(),
            complete);
    return ReplayRun.FORMAT.titled(new ReplayRun(facts, rows), ended);
  }
}
