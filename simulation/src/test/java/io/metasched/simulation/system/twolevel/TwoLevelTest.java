package io.metasched.simulation.system.twolevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.metric.TwoLevelMetrics;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.Placement;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.ReservationLength;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelPlacementRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules;
import io.metasched.simulation.workload.trace.Precedence;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Criteria, check and random draws; another test compares placements with {@link NaiveTwoLevel}.
 */
final class TwoLevelTest {
  private static final Seeds SEEDS = new Seeds(1, "two-level", 0);
  private static final TwoLevelSetting TWO_OF_FOUR =
      new TwoLevelSetting(
          2, 4, "first-fit", 0, "load-balance", "mct-by-index", GridSettings.DEFAULTS);

  private static final TwoLevelSetting ONE_OF_FOUR =
      new TwoLevelSetting(
          1, 4, "first-fit", 0, "load-balance", "mct-by-index", GridSettings.DEFAULTS);

  /** Batch job of 2 processors, and two reservations of 4 that both request provider 0 at 10 s. */
  private static final List<GridJob> JOBS =
      List.of(
          batch(1, 0, 30_000, 2),
          reservation(2, 0, 10_000, 20_000, 4),
          reservation(3, 0, 10_000, 20_000, 4));

  @Test
  void theCriteriaAreThoseOfThePaper() {
    var criteria = TwoLevelCriteria.of(TwoLevelReplay.run(JOBS, TWO_OF_FOUR, SEEDS));

    // reservations are placed first: at [10, 20) on each provider, so that the job starts at 20
    assertThat(criteria.utilisation())
        .isCloseTo((2 * 30 + 4 * 10 + 4 * 10) / (2.0 * 4 * 50), within(1e-12));
    assertThat(criteria.meanFlow()).isCloseTo((50 + 20 + 20) / 3.0, within(1e-12));
    assertThat(criteria.meanTardiness()).isZero();
  }

  @Test
  void jobsThatEndAfterTheirDueDateAreTardy() {
    var jobs = List.of(JOBS.get(1), JOBS.get(2), reservation(4, 0, 10_000, 20_000, 1));

    var criteria = TwoLevelCriteria.of(TwoLevelReplay.run(jobs, TWO_OF_FOUR, SEEDS));

    assertThat(criteria.meanTardiness()).isCloseTo(10 / 3.0, within(1e-12));
  }

  @Test
  void inFixedSlotsAReservationTakesTheWholeOfEverySlotItTouchesUntilItEnds() {
    // by its limit, the job would end at 9; the reservation starts at 12 and ends at 22
    var jobs = List.of(batch(1, 0, 9000, 2), reservation(2, 0, 12_000, 22_000, 4));
    var one = new TwoLevelSetting(1, 4, "fcfs", 0, "load-balance", "mct", GridSettings.DEFAULTS);

    assertThat(starts(TwoLevelReplay.run(jobs, one, SEEDS))).containsExactly(0L, 12_000L);
    assertThat(starts(TwoLevelReplay.run(jobs, one.withSlots(new CapacitySlots(8000)), SEEDS)))
        .containsExactly(22_000L, 12_000L);
  }

  private static List<Long> starts(TwoLevelRun run) {
    return run.jobs().stream().map(TwoLevelJobRow::start).toList();
  }

  @Test
  void theRulesReportWhatCannotBe() {
    var sound = TwoLevelReplay.run(JOBS, TWO_OF_FOUR, SEEDS);

    assertThat(TwoLevelRules.violations(sound)).isEmpty();
    assertThat(said(moved(sound, 0, -1, -1, -1)))
        .contains("it must have a provider, a start and an end");
    assertThat(said(moved(sound, 1, 0, 30_000, 40_000)))
        .contains("it is ready at 10 and promised 10, but starts at 30");
    assertThat(said(moved(sound, 2, 0, 10_000, 20_000)))
        .contains("it starts on processor 0 of provider 0 at 10, which is taken");
    assertThat(said(moved(sound, 0, 2, 20_000, 50_000))).contains("there is no provider 2");
  }

  @Test
  void aJobIsStoppedAtTheEndOfItsReservationAndRanForThatLong() {
    var interval = new GridJob.Interval(10_000, 20_000, 10_000);
    var tooLong = new GridJob(1, 0, 15_000, 4, 15_000, Optional.of(interval), Precedence.NONE);
    var next = reservation(2, 0, 20_000, 30_000, 4);

    var outcome = TwoLevelReplay.run(List.of(tooLong, next), ONE_OF_FOUR, SEEDS);
    var criteria = TwoLevelCriteria.of(outcome);

    assertThat(NaiveTwoLevel.placements(outcome))
        .containsExactly(
            Optional.of(new Placement(0, 10_000, 20_000, true)),
            Optional.of(new Placement(0, 20_000, 30_000, false)));
    assertThat(TwoLevelMetrics.of(outcome, "stopped")).isEqualTo(1);
    assertThat(criteria.utilisation()).isCloseTo(20 / 30.0, within(1e-12));
    assertThat(criteria.meanFlow()).isCloseTo((20 + 30) / 2.0, within(1e-12));
    assertThat(TwoLevelRules.violations(outcome)).isEmpty();
    assertThat(said(moved(outcome, 0, 0, 10_000, 25_000)))
        .contains("it must run 10 s from 0 on, but runs from 10 to 25");
  }

  @Test
  void aBestEffortReservationGetsTheTimeUpToTheNextAndItsJobIsStoppedThere() {
    var least = new GridJob.Interval(0, 60_000, 30_000, 5000);
    var jobs =
        List.of(
            reservation(1, 0, 12_000, 20_000, 4),
            new GridJob(2, 0, 25_000, 4, 30_000, Optional.of(least), Precedence.NONE));

    var outcome = TwoLevelReplay.run(jobs, ONE_OF_FOUR, SEEDS);

    assertThat(NaiveTwoLevel.placements(outcome).get(1))
        .contains(new Placement(0, 0, 12_000, true));
    assertThat(TwoLevelRules.violations(outcome)).isEmpty();
  }

  @Test
  void aReservationAsLongAsRequestedStopsWhatRanLongerInTheLog() {
    var overrun = new TraceJob(1, 0, 6000, 1, 6000, 0, true, 9000, 0);

    var requested = new ReservationDraw(1, ReservationLength.REQUESTED, 1, 1);
    var job = requested.jobs(List.of(overrun), SEEDS).get(0);

    assertThat(NaiveTwoLevel.placements(TwoLevelReplay.run(List.of(job), ONE_OF_FOUR, SEEDS)))
        .containsExactly(Optional.of(new Placement(0, 0, 6000, true)));
    assertThat(ReservationDraw.fixed(1).jobs(List.of(overrun), SEEDS).get(0).runTicks())
        .isEqualTo(6000);
  }

  @Test
  void aShareOfTheJobsIsDrawnAndKeptWhenIntervalsStretch() {
    var logged = IntStream.range(0, 200).mapToObj(i -> logged(i, 5000)).toList();

    var fixed = ReservationDraw.fixed(0.3).jobs(logged, SEEDS);
    var flexible = new ReservationDraw(0.3, ReservationLength.REQUESTED, 2, 8).jobs(logged, SEEDS);

    assertThat(fixed).filteredOn(job -> job.reservation().isPresent()).hasSize(60);
    assertThat(reserved(flexible)).isEqualTo(reserved(fixed));
    assertThat(reserved(ReservationDraw.fixed(0.3).jobs(logged, new Seeds(1, "two-level", 1))))
        .isNotEqualTo(reserved(fixed));
    for (var job : fixed) {
      job.reservation()
          .ifPresent(
              interval ->
                  assertThat(interval)
                      .isEqualTo(
                          new GridJob.Interval(
                              job.submitTick() + 5000, job.submitTick() + 7000, 2000)));
    }
    var factors =
        flexible.stream()
            .flatMap(job -> job.reservation().stream())
            .mapToDouble(i -> (i.dueTick() - i.readyTick()) / (double) i.durationTicks())
            .summaryStatistics();
    assertThat(factors.getMin()).isBetween(2.0, 2.5);
    assertThat(factors.getMax()).isBetween(7.5, 8.0);
  }

  @Test
  void aJobWhoseWaitIsUnknownCannotBeAReservation() {
    var logged = List.of(logged(7, TraceJob.UNKNOWN_WAIT));

    assertThat(ReservationDraw.fixed(0).jobs(logged, SEEDS)).hasSize(1);
    assertThatThrownBy(() -> ReservationDraw.fixed(1).jobs(logged, SEEDS))
        .hasMessage("job 7 cannot be a reservation: the log lacks its wait time");
  }

  @ParameterizedTest
  @CsvSource({
    "slurm, random, mct, the local scheduler must be one of",
    "fcfs, best, mct, the batch placement must be one of",
    "fcfs, random, best, the reservation placement must be one of"
  })
  void unknownPoliciesAreRefused(String local, String batch, String reservations, String message) {
    var setting = new TwoLevelSetting(2, 4, local, 0, batch, reservations, GridSettings.DEFAULTS);

    assertThatThrownBy(() -> TwoLevelReplay.run(JOBS, setting, SEEDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void promisesToTheTickAreRefusedInSlotsOfAFixedLength() {
    var variable =
        new TwoLevelSetting(2, 4, "conservative", 0, "random", "mct", GridSettings.DEFAULTS);

    assertThatThrownBy(
            () -> TwoLevelReplay.run(JOBS, variable.withSlots(new CapacitySlots(600)), SEEDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the slots must be variable");
    assertThat(TwoLevelRules.violations(TwoLevelReplay.run(JOBS, variable, SEEDS))).isEmpty();
  }

  private static List<Long> reserved(List<GridJob> jobs) {
    return jobs.stream().filter(job -> job.reservation().isPresent()).map(GridJob::id).toList();
  }

  private static List<String> said(TwoLevelRun run) {
    return TwoLevelRules.violations(run).stream().map(Violation::detail).toList();
  }

  /** Returns a copy of the run in which {@code job} ran at another place or time. */
  private static TwoLevelRun moved(TwoLevelRun run, int job, int provider, long start, long end) {
    var rows = new ArrayList<>(run.jobs());
    var row = rows.get(job);
    rows.set(
        job,
        new TwoLevelJobRow(
            row.id(),
            row.kind(),
            row.submit(),
            row.processors(),
            row.runTicks(),
            row.limitTicks(),
            row.ready(),
            row.due(),
            row.reservedTicks(),
            row.leastTicks(),
            provider,
            start,
            end,
            row.promised(),
            row.grantedTicks(),
            row.outcome(),
            row.refused(),
            row.logged(),
            row.after()));
    var placements = new ArrayList<TwoLevelPlacementRow>();
    for (var placed : run.placements()) {
      placements.add(
          placed.job() == row.id() && start >= 0
              ? new TwoLevelPlacementRow(
                  row.id(), provider, placed.first(), placed.last(), start, end)
              : placed);
    }
    return new TwoLevelRun(run.facts(), rows, placements, run.events());
  }

  private static TraceJob logged(int id, long wait) {
    return new TraceJob(id, 1000L * id, 2000, 1, 6000, 0, false, 2000, wait);
  }

  private static GridJob batch(long id, long submit, long run, int processors) {
    return new GridJob(id, submit, run, processors, run, Optional.empty(), Precedence.NONE);
  }

  private static GridJob reservation(long id, long submit, long ready, long due, int processors) {
    var interval = new GridJob.Interval(ready, due, due - ready);
    return new GridJob(
        id, submit, due - ready, processors, due - ready, Optional.of(interval), Precedence.NONE);
  }
}
