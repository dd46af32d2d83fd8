package io.metasched.simulation.system.twolevel;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.twolevel.BatchPlacement;
import io.metasched.metascheduler.twolevel.GridChoice;
import io.metasched.metascheduler.twolevel.GridPolicies;
import io.metasched.metascheduler.twolevel.GridSchedulerCore;
import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.metascheduler.twolevel.ReservationPlacement;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationDemand;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.run.FoundInFiles;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.system.OverlookingScheduler;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.TwoLevelParts;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.workload.trace.SwfReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grids and local schedulers with planted defects, which are detected in the files of a run. */
final class WrongTwoLevelTest {
  private static final TwoLevelSystem SYSTEM = new TwoLevelSystem();
  private static final Seeds SEEDS = new Seeds(3, "wrong", 2);
  private static final int WRONG = 15;
  private static final TwoLevelSetting SETTING =
      new TwoLevelSetting(3, 64, "first-fit", 0, "load-balance", "mct", GridSettings.DEFAULTS);

  @TempDir private Path folder;

  private static List<GridJob> jobs() {
    var text =
        """
        kind = two-level
        policies = [mct]
        jobs.count = 150
        jobs.interarrival = 60
        jobs.processors = 64
        providers.count = 3
        providers.processors = 64
        reservations.share = 0.4
        """;
    var read =
        SYSTEM.read(
            Systems.SCENARIOS.ofText(text, "wrong.conf", "wrong"),
            new Inputs(Policies.builtIn(), Path::of, SwfReader::read));
    return ((TwoLevelInstance) read.apply(SEEDS)).jobs();
  }

  private static final List<GridJob> JOBS = jobs();

  private static ReservationPlacement reservations(TwoLevelSetting setting) {
    return GridPolicies.reservations(
            setting.reservationPlacement(), SEEDS.generator("reservation placement", 0)::nextLong)
        .orElseThrow();
  }

  private static BatchPlacement batch(TwoLevelSetting setting) {
    return GridPolicies.batch(
            setting.batchPlacement(), SEEDS.generator("batch placement", 0)::nextLong)
        .orElseThrow();
  }

  /** Returns the rules violated by a run whose parts may differ from the setting. */
  private List<String> found(
      TwoLevelSetting setting,
      UnaryOperator<TwoLevelSetting> ofProviders,
      BatchPlacement batch,
      ReservationPlacement reservations,
      GridSettings served) {
    return found(
        setting,
        Stream.generate(() -> TwoLevelParts.book(ofProviders.apply(setting)))
            .limit(setting.providers())
            .toList(),
        books ->
            new GridSchedulerCore(
                books,
                new GridChoice(setting.providers(), batch, reservations, served),
                served,
                true));
  }

  private List<String> found(
      TwoLevelSetting setting,
      List<ProviderBook> books,
      Function<List<ProviderBook>, GridSchedulerCore> grid) {
    var run =
        EngineLoop.run(
            new TwoLevelReplay("wrong", JOBS, setting, SEEDS, Progress.NONE, books, grid), "1.0");
    return FoundInFiles.rules(SYSTEM, run, folder);
  }

  private List<String> found(TwoLevelSetting setting, ReservationPlacement reservations) {
    return found(setting, UnaryOperator.identity(), batch(setting), reservations, setting.grid());
  }

  private static TwoLevelSetting reserving(String policy) {
    return new TwoLevelSetting(
        3, 64, "first-fit", 0, "load-balance", policy, GridSettings.DEFAULTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"load-balance", "round-robin", "random"})
  void aBatchJobThatGoesToAnotherProviderIsFound(String policy) {
    var setting = SETTING.withBatchPlacement(policy);
    var right = batch(setting);
    var other =
        new BatchPlacement() {
          private int chosen;

          @Override
          public int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers) {
            int choice = right.choose(job, candidates, providers);
            return ++chosen == WRONG ? (choice + 1) % candidates.size() : choice;
          }
        };

    assertThat(found(setting, reservations(setting))).isEmpty();
    assertThat(
            found(setting, UnaryOperator.identity(), other, reservations(setting), setting.grid()))
        .containsExactly("decisions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "mct", "mct-by-index", "ar-priority", "ar-gather"})
  void aReservationThatTakesAnotherOfferIsFound(String policy) {
    var setting = reserving(policy);
    var right = reservations(setting);
    var other =
        new ReservationPlacement() {
          private int chosen;

          @Override
          public Offer choose(
              ReservationDemand request, List<Offer> offers, List<ProviderState> providers) {
            var best = right.choose(request, offers, providers);
            return ++chosen == WRONG ? offers.get((best.provider() + 1) % offers.size()) : best;
          }

          @Override
          public boolean movesLateForward() {
            return right.movesLateForward();
          }
        };

    assertThat(found(setting, reservations(setting))).isEmpty();
    assertThat(found(setting, other)).containsExactly("decisions");
  }

  @Test
  void aLateReservationThatDoesNotMoveForwardIsFound() {
    var setting = reserving("ar-gather").withProviders(1);
    var right = reservations(setting);
    ReservationPlacement staying =
        (request, offers, providers) -> right.choose(request, offers, providers);

    assertThat(staying.movesLateForward()).isFalse();
    assertThat(found(setting, staying)).containsExactly("decisions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "first-fit", "lsf", "sjf", "easy", "easy-sjf", "conservative"})
  void aProviderThatIdlesOrOverlooksAJobIsFound(String local) {
    for (long period : new long[] {0, 600_000}) {
      var setting = SETTING.withLocal(local, period);

      assertThat(found(setting, reservations(setting))).as(local).isEmpty();
      for (boolean skips : new boolean[] {true, false}) {
        var books =
            Stream.generate(
                    () ->
                        new ProviderBook(
                            setting.processors(),
                            new OverlookingScheduler(
                                LocalSchedulers.named(local).orElseThrow(), skips),
                            setting.slots()))
                .limit(setting.providers())
                .toList();
        assertThat(
                found(
                    setting,
                    books,
                    made ->
                        new GridSchedulerCore(
                            made, TwoLevelParts.choice(setting, SEEDS), setting.grid(), true)))
            .as("%s, period %d, skips %s", local, period, skips)
            .contains("starts");
      }
    }
  }

  @Test
  void offersThatAreNotTheEarliestAreFound() {
    assertThat(
            found(
                SETTING,
                setting -> setting.withSlots(new CapacitySlots(600_000)),
                batch(SETTING),
                reservations(SETTING),
                SETTING.grid()))
        .contains("decisions");
  }

  @Test
  void aLateReservationThatIsNotRefusedIsFound() {
    var grid = GridSettings.DEFAULTS;
    var setting = SETTING.withGrid(grid.withLateness(Lateness.REFUSED));

    assertThat(found(setting, reservations(setting))).isEmpty();
    assertThat(
            found(setting, UnaryOperator.identity(), batch(setting), reservations(setting), grid))
        .contains("jobs", "decisions");
  }

  @Test
  void aQueueThatIsServedAtAnotherTimeOrInAnotherOrderIsFound() {
    var grid = GridSettings.DEFAULTS.withPeriodTicks(3_600_000);
    var setting = SETTING.withGrid(grid);

    assertThat(found(setting, reservations(setting))).isEmpty();
    for (var other :
        List.of(
            grid.withPeriodTicks(1_800_000),
            grid.withQueueing(GridSettings.Queueing.IN_ORDER_OF_ARRIVAL))) {
      assertThat(
              found(
                  setting, UnaryOperator.identity(), batch(setting), reservations(setting), other))
          .contains("events");
    }
  }
}
