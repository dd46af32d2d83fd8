package io.metasched.simulation.twolevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.grid.GridSettings;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Criteria, check and draw; where jobs go is held against a twin elsewhere. */
final class TwoLevelTest {
  private static final Seeds SEEDS = new Seeds(1, "two-level", 0);
  private static final TwoLevelSetting TWO_OF_FOUR =
      new TwoLevelSetting(
          2, 4, "first-fit", 0, "load-balance", "mct-by-index", GridSettings.DEFAULTS);

  private static final TwoLevelSetting ONE_OF_FOUR =
      new TwoLevelSetting(
          1, 4, "first-fit", 0, "load-balance", "mct-by-index", GridSettings.DEFAULTS);

  /** A batch job of 2 processors, and two reservations of 4 that both want provider 0 at 10 s. */
  private static final List<GridJob> JOBS =
      List.of(
          batch(1, 0, 30_000, 2),
          reservation(2, 0, 10_000, 20_000, 4),
          reservation(3, 0, 10_000, 20_000, 4));

  @Test
  void theCriteriaAreThoseOfThePaper() {
    var criteria = TwoLevelCriteria.of(TwoLevelReplay.run(JOBS, TWO_OF_FOUR, SEEDS));

    // reservations go first: at [10, 20) on each provider, so that the job begins at 20
    assertThat(criteria.utilisation())
        .isCloseTo((2 * 30 + 4 * 10 + 4 * 10) / (2.0 * 4 * 50), within(1e-12));
    assertThat(criteria.meanFlow()).isCloseTo((50 + 20 + 20) / 3.0, within(1e-12));
    assertThat(criteria.meanTardiness()).isZero();
    assertThat(criteria.reservations()).isEqualTo(2);
    assertThat(criteria.refused()).isZero();
  }

  @Test
  void whatEndsBehindItsDueDateIsTardy() {
    var jobs = List.of(JOBS.get(1), JOBS.get(2), reservation(4, 0, 10_000, 20_000, 1));

    var criteria = TwoLevelCriteria.of(TwoLevelReplay.run(jobs, TWO_OF_FOUR, SEEDS));

    assertThat(criteria.meanTardiness()).isCloseTo(10 / 3.0, within(1e-12));
  }

  @Test
  void inFixedSlotsAReservationTakesTheWholeOfEverySlotItTouchesUntilItEnds() {
    // the job would end by its limit at 9, the reservation begins at 12 and ends at 22
    var jobs = List.of(batch(1, 0, 9000, 2), reservation(2, 0, 12_000, 22_000, 4));
    var one = new TwoLevelSetting(1, 4, "fcfs", 0, "load-balance", "mct", GridSettings.DEFAULTS);

    assertThat(starts(TwoLevelReplay.run(jobs, one, SEEDS))).containsExactly(0L, 12_000L);
    assertThat(starts(TwoLevelReplay.run(jobs, one.withSlots(new CapacitySlots(8000)), SEEDS)))
        .containsExactly(22_000L, 12_000L);
  }

  private static List<Long> starts(TwoLevelOutcome outcome) {
    return outcome.placements().stream().map(at -> at.orElseThrow().startTick()).toList();
  }

  @Test
  void theCheckTellsWhatCannotBe() {
    var sound = TwoLevelReplay.run(JOBS, TWO_OF_FOUR, SEEDS);
    var lost = with(sound, 0, Optional.empty());
    var early = with(sound, 0, Optional.of(new Placement(0, -1000, 29_000, false)));
    var broken = with(sound, 1, Optional.of(new Placement(0, 30_000, 40_000, false)));
    var twice = with(sound, 2, Optional.of(sound.placements().get(1).orElseThrow()));
    var nowhere = with(sound, 0, Optional.of(new Placement(2, 20_000, 50_000, false)));

    assertThat(TwoLevelCheck.check(sound)).isEmpty();
    assertThat(said(lost)).containsExactly("is lost");
    assertThat(said(early)).anyMatch(what -> what.startsWith("must run 30000 ticks from 0 on"));
    assertThat(said(broken)).anyMatch(what -> what.startsWith("is promised 10000"));
    assertThat(said(twice))
        .containsExactly("needs 4 processors of provider 0 at 10000, but only 0 are free");
    assertThat(said(nowhere)).containsExactly("runs on provider 2, which does not exist");
    assertThat(said(refused(sound, 1))).containsExactly("is refused, and yet runs");
  }

  @Test
  void aPromiseBeforeTheReadyTimeIsTold() {
    var sound = TwoLevelReplay.run(JOBS, TWO_OF_FOUR, SEEDS);
    var promises = new ArrayList<>(sound.promises());
    var request = new ReservationRequest(1, 5000, 15_000, 4, 10_000);
    promises.set(1, Optional.of(new Reservation(request, 5000)));
    var early =
        new TwoLevelOutcome(
            sound.jobs(),
            with(sound, 1, Optional.of(new Placement(0, 5000, 15_000, false))).placements(),
            promises,
            sound.refusals(),
            2,
            4);

    assertThat(said(early))
        .containsExactly("is promised 5000, is ready at 10000, but starts at 5000");
  }

  @Test
  void aJobIsStoppedAtTheEndOfItsReservationAndRanForThatLong() {
    var interval = new GridJob.Interval(10_000, 20_000, 10_000);
    var tooLong = new GridJob(1, 0, 15_000, 4, 15_000, Optional.of(interval));
    var next = reservation(2, 0, 20_000, 30_000, 4);

    var outcome = TwoLevelReplay.run(List.of(tooLong, next), ONE_OF_FOUR, SEEDS);
    var criteria = TwoLevelCriteria.of(outcome);

    assertThat(outcome.placements())
        .containsExactly(
            Optional.of(new Placement(0, 10_000, 20_000, true)),
            Optional.of(new Placement(0, 20_000, 30_000, false)));
    assertThat(criteria.stopped()).isEqualTo(1);
    assertThat(criteria.utilisation()).isCloseTo(20 / 30.0, within(1e-12));
    assertThat(criteria.meanFlow()).isCloseTo((20 + 30) / 2.0, within(1e-12));
    assertThat(TwoLevelCheck.check(outcome)).isEmpty();
    var ranOn = with(outcome, 0, Optional.of(new Placement(0, 10_000, 25_000, false)));
    assertThat(said(ranOn)).anyMatch(what -> what.startsWith("must run 10000 ticks from 0 on"));
    assertThat(said(with(outcome, 1, Optional.of(new Placement(0, 20_000, 30_000, true)))))
        .containsExactly(
            "must be said to be stopped if its reservation ends before it, and only then");
  }

  @Test
  void aBestEffortReservationGetsTheTimeUpToTheNextAndItsJobIsStoppedThere() {
    var least = new GridJob.Interval(0, 60_000, 30_000, 5000);
    var jobs =
        List.of(
            reservation(1, 0, 12_000, 20_000, 4),
            new GridJob(2, 0, 25_000, 4, 30_000, Optional.of(least)));

    var outcome = TwoLevelReplay.run(jobs, ONE_OF_FOUR, SEEDS);

    assertThat(outcome.placements().get(1)).contains(new Placement(0, 0, 12_000, true));
    assertThat(TwoLevelCheck.check(outcome)).isEmpty();
    var whole = new GridJob.Interval(0, 60_000, 30_000, 20_000);
    var asksForMore = new GridJob(2, 0, 25_000, 4, 30_000, Optional.of(whole));
    var lessThanAsked =
        new TwoLevelOutcome(
            List.of(jobs.get(0), asksForMore),
            outcome.placements(),
            outcome.promises(),
            outcome.refusals(),
            1,
            4);
    assertThat(said(lessThanAsked))
        .containsExactly(
            "asks for 4 processors for 20000 to 30000 ticks, but is given 4 for 12000");
  }

  @Test
  void aReservationAsLongAsRequestedStopsWhatRanLongerInTheLog() {
    var overrun = new TraceJob(1, 0, 6000, 1, 6000, 0, true, 9000, 0);

    var requested = new ReservationDraw(1, ReservationLength.REQUESTED, 1, 1);
    var job = requested.jobs(List.of(overrun), SEEDS).get(0);

    assertThat(TwoLevelReplay.run(List.of(job), ONE_OF_FOUR, SEEDS).placements())
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
        .hasMessage("job 7 cannot be a reservation: the log does not say how long it waited");
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
    assertThat(TwoLevelCheck.check(TwoLevelReplay.run(JOBS, variable, SEEDS))).isEmpty();
  }

  private static List<Long> reserved(List<GridJob> jobs) {
    return jobs.stream().filter(job -> job.reservation().isPresent()).map(GridJob::id).toList();
  }

  private static List<String> said(TwoLevelOutcome outcome) {
    return TwoLevelCheck.check(outcome).stream().map(Violation::detail).toList();
  }

  private static TwoLevelOutcome refused(TwoLevelOutcome outcome, int job) {
    var refusals = new ArrayList<>(outcome.refusals());
    refusals.set(job, Optional.of(ReservationAnswer.Reason.NOT_FREE_IN_INTERVAL));
    return new TwoLevelOutcome(
        outcome.jobs(),
        outcome.placements(),
        outcome.promises(),
        refusals,
        outcome.providers(),
        outcome.processors());
  }

  private static TwoLevelOutcome with(
      TwoLevelOutcome outcome, int job, Optional<Placement> placement) {
    var placements = new ArrayList<>(outcome.placements());
    placements.set(job, placement);
    return new TwoLevelOutcome(
        outcome.jobs(),
        placements,
        outcome.promises(),
        outcome.refusals(),
        outcome.providers(),
        outcome.processors());
  }

  private static TraceJob logged(int id, long wait) {
    return new TraceJob(id, 1000L * id, 2000, 1, 6000, 0, false, 2000, wait);
  }

  private static GridJob batch(long id, long submit, long run, int processors) {
    return new GridJob(id, submit, run, processors, run, Optional.empty());
  }

  private static GridJob reservation(long id, long submit, long ready, long due, int processors) {
    var interval = new GridJob.Interval(ready, due, due - ready);
    return new GridJob(id, submit, due - ready, processors, due - ready, Optional.of(interval));
  }
}
