package io.metasched.simulation.system.twolevel.model;

import io.metasched.metascheduler.twolevel.Dispatch;
import io.metasched.metascheduler.twolevel.GridSchedulerCore;
import io.metasched.metascheduler.twolevel.GridTask;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Single-threaded replay of jobs on two levels, one step at a time. Equal jobs, setting and seeds
 * yield equal runs.
 */
public final class TwoLevelReplay implements RunModel<TwoLevelStep, TwoLevelRun> {
  private final String policy;
  private final Seeds seeds;
  private final Progress progress;
  private final int expected;
  private final TwoLevelSchedule schedule;
  private final List<ProviderBook> providers;
  private final GridSchedulerCore grid;

  /**
   * Creates a new replay.
   *
   * @param policy name of the policy, for the title
   * @param jobs jobs by (submit, id), batch jobs of at most the size of a provider
   * @param progress receives the number of submitted jobs
   * @throws IllegalArgumentException for an unknown policy
   */
  public TwoLevelReplay(
      String policy, List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds, Progress progress) {
    this(
        policy,
        jobs,
        setting,
        seeds,
        progress,
        books(setting),
        providers ->
            new GridSchedulerCore(
                providers, TwoLevelParts.choice(setting, seeds), setting.grid(), true));
  }

  /** Creates a replay on the given providers, with the grid scheduler created for them. */
  public TwoLevelReplay(
      String policy,
      List<GridJob> jobs,
      TwoLevelSetting setting,
      Seeds seeds,
      Progress progress,
      List<ProviderBook> providers,
      Function<List<ProviderBook>, GridSchedulerCore> grid) {
    this.policy = policy;
    this.seeds = seeds;
    this.progress = progress;
    expected = jobs.size();
    schedule = new TwoLevelSchedule(jobs, setting);
    this.providers = List.copyOf(providers);
    this.grid = grid.apply(this.providers);
  }

  private static List<ProviderBook> books(TwoLevelSetting setting) {
    return Stream.generate(() -> TwoLevelParts.book(setting)).limit(setting.providers()).toList();
  }

  /**
   * Replays jobs to the end with the setting's policy for reservations.
   *
   * @param jobs jobs by (submit, id), batch jobs of at most the size of a provider
   * @throws IllegalArgumentException for an unknown policy, or a batch job that is too large
   */
  public static TwoLevelRun run(List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds) {
    var policy = setting.reservationPlacement();
    return EngineLoop.run(new TwoLevelReplay(policy, jobs, setting, seeds, Progress.NONE), "");
  }

  @Override
  public Optional<Due<TwoLevelStep>> next() {
    return schedule.next();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException for a batch job that is too large
   */
  @Override
  public void perform(TwoLevelStep step, long tick) {
    schedule.begin(step, tick);
    switch (step) {
      case ENDS -> end(tick);
      case MOVES -> moveForward(tick);
      case SUBMISSIONS -> submit(tick);
      case DISPATCH -> dispatch(tick);
      case STARTS -> start(tick);
    }
  }

  @Override
  public TwoLevelRun tables(String driver, String version) {
    if (schedule.next().isPresent()) {
      throw new IllegalStateException("the run is not over");
    }
    return schedule.tables(title(policy, seeds, driver, version), seeds.replication());
  }

  /** Returns the title of a finished run; all runs on two levels complete all jobs. */
  public static RunTitle title(String policy, Seeds seeds, String driver, String version) {
    return new RunTitle(
        TwoLevelReader.SCHEMA.kind(),
        seeds.scenario(),
        policy,
        driver,
        seeds.runSeed(),
        version,
        0,
        true);
  }

  private void end(long now) {
    schedule
        .ends(now)
        .forEach(
            (provider, jobs) ->
                schedule.stopped(provider, providers.get(provider).end(jobs, now), now));
  }

  private void moveForward(long now) {
    var moved = schedule.hasEnded(now) ? grid.moveForward(now) : List.<Dispatch>of();
    if (!moved.isEmpty()) {
      note(moved, now);
      schedule.moved(now);
    }
  }

  private void submit(long now) {
    schedule.submissions(now).forEach(task -> grid.submit(task, now));
    schedule.nextDispatch(grid.nextDispatch());
  }

  private void dispatch(long now) {
    if (!schedule.dispatches(now)) {
      return;
    }
    note(grid.dispatch(now), now);
    schedule.nextDispatch(grid.nextDispatch());
  }

  private void note(List<Dispatch> dispatches, long now) {
    schedule.offered(grid.offered());
    for (var dispatch : dispatches) {
      var answer = dispatch.answer();
      if (dispatch.task() instanceof GridTask.Batch batch) {
        schedule.sent(batch.job().number(), dispatch.provider().orElseThrow(), now);
      } else if (answer.isPresent() && answer.get() instanceof Accepted accepted) {
        schedule.reserved(dispatch.provider().orElseThrow(), accepted.reservation(), now);
      } else if (dispatch.task() instanceof GridTask.Advance refused) {
        var reason = ((Refused) answer.orElseThrow()).reason();
        schedule.declined(refused.request().least().number(), reason, now);
      }
    }
  }

  private void start(long now) {
    for (int provider : schedule.starting(now)) {
      boolean passes = schedule.passes(provider, now);
      schedule.started(provider, providers.get(provider).start(now, passes), now);
    }
    progress.advanced(policy, schedule.submitted(), expected);
  }
}
