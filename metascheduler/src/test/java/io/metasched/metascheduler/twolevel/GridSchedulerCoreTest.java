package io.metasched.metascheduler.twolevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.twolevel.GridSettings.Queueing;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.BestEffortRequest;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.ReservationRequest;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GridSchedulerCoreTest {

  @Test
  void aBatchJobGoesToTheShortestQueueAndTiesToTheFirst() {
    var grid = grid(providers(4, 4, 4), "load-balance", "mct", GridSettings.DEFAULTS);

    assertThat(providersOf(grid, batch(1, 1), batch(2, 1), batch(3, 1), batch(4, 1)))
        .containsExactly(0, 1, 2, 0);
  }

  @Test
  void inTurnThoseWithTooFewProcessorsArePassedOver() {
    var grid = grid(providers(4, 2, 4), "round-robin", "mct", GridSettings.DEFAULTS);

    assertThat(providersOf(grid, batch(1, 1), batch(2, 3), batch(3, 1), batch(4, 1), batch(5, 2)))
        .containsExactly(0, 2, 0, 1, 2);
  }

  @Test
  void atRandomEveryProviderThatIsLargeEnoughGetsItsShare() {
    var grid = grid(providers(1, 4, 4), "random", "random", GridSettings.DEFAULTS);
    var batch = IntStream.range(0, 300).mapToObj(i -> batch(i, 2)).toArray(GridTask[]::new);

    var chosen = providersOf(grid, batch);

    assertThat(chosen).containsOnly(1, 2);
    assertThat(chosen.stream().filter(i -> i == 1).count()).isBetween(110L, 190L);
  }

  /**
   * Checks the choice. Provider 0 is reserved until 10. A request for 10 ticks in [5, 25) would
   * begin at 10 on provider 0 and at 5 on provider 1; a request for [5, 15) fits only on provider
   * 1.
   */
  @ParameterizedTest
  @CsvSource({
    "mct-by-index, 25, 1, 5",
    "mct, 25, 1, 5",
    "ar-priority, 25, 0, 10",
    "ar-priority, 15, 1, 5",
    "ar-gather, 25, 0, 10",
    "ar-gather, 15, 1, 5"
  })
  void anEarlierStartCountsForSomeAndTheFirstThatIsInTimeForOthers(
      String placement, long due, int provider, long start) {
    var providers = providers(4, 4);
    providers.get(0).reserve(new ReservationRequest(0, 0, 10, 4, 10), 0, Lateness.ALLOWED);
    var grid = grid(providers, "load-balance", placement, GridSettings.DEFAULTS);

    var dispatch = sent(grid, 0, reservation(1, 5, due, 10, 4)).get(0);

    assertThat(dispatch.provider()).hasValue(provider);
    assertThat(startOf(dispatch)).isEqualTo(start);
  }

  @Test
  void equalOffersAreSpreadAtRandomOrConcentratedByIndex() {
    var requests =
        IntStream.range(0, 60)
            .mapToObj(i -> reservation(i, 10L * i, 10L * i + 10, 10, 4))
            .toArray(GridTask[]::new);

    var spread =
        providersOf(grid(providers(4, 4), "load-balance", "mct", GridSettings.DEFAULTS), requests);
    var gathered =
        providersOf(
            grid(providers(4, 4), "load-balance", "mct-by-index", GridSettings.DEFAULTS), requests);

    assertThat(spread).contains(0, 1);
    assertThat(gathered).containsOnly(0);
  }

  @Test
  void aRequestThatNoProviderMeetsIsPlacedAtTheEarliestLaterStartOrRefused() {
    var late = grid(providers(4, 4), "load-balance", "ar-priority", GridSettings.DEFAULTS);
    var strict =
        grid(
            providers(4, 4),
            "load-balance",
            "ar-priority",
            GridSettings.DEFAULTS.withLateness(Lateness.REFUSED));
    for (var grid : List.of(late, strict)) {
      sent(grid, 0, reservation(0, 0, 20, 20, 4));
      sent(grid, 0, reservation(1, 0, 12, 12, 4));
    }

    var placed = sent(late, 0, reservation(2, 5, 10, 5, 1)).get(0);
    var refused = sent(strict, 0, reservation(2, 5, 10, 5, 1)).get(0);

    assertThat(placed.provider()).hasValue(1);
    assertThat(startOf(placed)).isEqualTo(12);
    assertThat(refused.answer()).contains(new Refused(Reason.NOT_FREE_IN_INTERVAL));
    assertThat(refused.provider()).isPresent();
  }

  @Test
  void theGridItselfRefusesWhatNoProviderCanEverMeet() {
    var grid = grid(providers(2, 4), "load-balance", "random", GridSettings.DEFAULTS);

    var tooLarge = sent(grid, 0, reservation(1, 5, 10, 5, 5)).get(0);
    var tooLong = sent(grid, 0, reservation(2, 5, 10, 6, 5)).get(0);

    assertThat(tooLarge.answer()).contains(new Refused(Reason.TOO_MANY_PROCESSORS));
    assertThat(tooLong.answer()).contains(new Refused(Reason.LONGER_THAN_INTERVAL));
    assertThat(List.of(tooLarge.provider(), tooLong.provider())).allMatch(OptionalInt::isEmpty);
  }

  @Test
  void ofEqualStartsABestEffortRequestTakesTheOneWithTheMost() {
    var providers = providers(4, 4);
    providers.get(0).reserve(new ReservationRequest(0, 0, 10, 2, 10), 0, Lateness.ALLOWED);
    var grid = grid(providers, "load-balance", "mct-by-index", GridSettings.DEFAULTS);
    var least = new ReservationRequest(1, 0, 20, 1, 10);

    var spread = sent(grid, 0, new GridTask.Advance(BestEffortRequest.ofProcessors(least, 3)));

    assertThat(spread.get(0).provider()).hasValue(1);
    assertThat(((Accepted) spread.get(0).answer().orElseThrow()).reservation().request())
        .isEqualTo(new ReservationRequest(1, 0, 20, 3, 10));
  }

  @Test
  void providersSetApartTakeReservationsOnly() {
    var grid = grid(providers(4, 4), "load-balance", "mct", GridSettings.DEFAULTS.withSetApart(1));

    assertThat(providersOf(grid, batch(1, 1), reservation(2, 0, 10, 10, 4), batch(3, 1)))
        .containsExactly(1, 0, 1);
    assertThat(startOf(sent(grid, 0, reservation(4, 0, 10, 10, 1)).get(0))).isEqualTo(10);
    assertThatThrownBy(
            () -> grid(providers(4), "random", "mct", GridSettings.DEFAULTS.withSetApart(1)))
        .hasMessageContaining("at most 0");
  }

  @Test
  void batchJobsWaitForThePeriodAndReservationsOnlyInTheirTurn() {
    var settings = GridSettings.DEFAULTS.withPeriodTicks(60);
    var ahead = grid(providers(4), "load-balance", "mct", settings);
    var inTurn =
        grid(
            providers(4),
            "load-balance",
            "mct",
            settings.withQueueing(Queueing.IN_ORDER_OF_ARRIVAL));
    for (var grid : List.of(ahead, inTurn)) {
      grid.submit(batch(1, 1), 10);
      grid.submit(reservation(2, 20, 30, 10, 4), 10);
    }

    assertThat(ahead.nextDispatch()).hasValue(10);
    assertThat(startOf(ahead.dispatch(10).get(0))).isEqualTo(20);
    assertThat(ahead.nextDispatch()).hasValue(60);
    assertThat(ahead.dispatch(60)).hasSize(1);
    assertThat(ahead.nextDispatch()).isEmpty();
    assertThat(inTurn.nextDispatch()).hasValue(60);
    var both = inTurn.dispatch(60);
    assertThat(both).hasSize(2);
    assertThat(startOf(both.get(1))).isEqualTo(60);
  }

  @Test
  void reservationsGatherWhereMostIsReserved() {
    var grid = grid(providers(2, 4, 4), "load-balance", "ar-gather", GridSettings.DEFAULTS);

    assertThat(
            providersOf(
                grid,
                reservation(1, 10, 20, 10, 3),
                reservation(2, 10, 20, 10, 1),
                reservation(3, 10, 20, 10, 1),
                reservation(4, 90, 95, 5, 1)))
        .containsExactly(1, 1, 0, 1);
  }

  @Test
  void lateReservationsMoveForwardWhenAJobEndsBeforeItsLimit() {
    var providers = providers(4, 4);
    var grid = grid(providers, "load-balance", "ar-gather", GridSettings.DEFAULTS);
    sent(grid, 0, batch(1, 4), batch(2, 4));
    providers.forEach(provider -> provider.pass(0));
    var late = sent(grid, 0, reservation(3, 10, 20, 10, 4), reservation(4, 10, 40, 10, 4));
    assertThat(late).extracting(GridSchedulerCoreTest::startOf).containsExactly(100L, 100L);

    providers.get(1).ended(2, 15);
    var moved = grid.moveForward(15);

    // in the order of arrival: the first request can no longer be in time, but the second can
    assertThat(moved).extracting(dispatch -> dispatch.provider().orElse(-1)).containsExactly(1, 1);
    assertThat(moved).extracting(GridSchedulerCoreTest::startOf).containsExactly(15L, 25L);
    assertThat(grid.moveForward(15)).isEmpty();
  }

  @Test
  void publishedPoliciesLeaveLateReservationsWhereTheyAre() {
    var providers = providers(4);
    var grid = grid(providers, "load-balance", "ar-priority", GridSettings.DEFAULTS);
    sent(grid, 0, batch(1, 4));
    providers.get(0).pass(0);
    sent(grid, 0, reservation(2, 10, 20, 10, 4));

    providers.get(0).ended(1, 15);

    assertThat(grid.moveForward(15)).isEmpty();
    assertThat(providers.get(0).nextReservation()).hasValue(100);
  }

  private static long startOf(Dispatch dispatch) {
    return ((Accepted) dispatch.answer().orElseThrow()).reservation().startTick();
  }

  private static List<Integer> providersOf(GridSchedulerCore grid, GridTask... tasks) {
    return sent(grid, 0, tasks).stream().map(sent -> sent.provider().orElseThrow()).toList();
  }

  private static List<Dispatch> sent(GridSchedulerCore grid, long now, GridTask... tasks) {
    return Stream.of(tasks)
        .flatMap(
            task -> {
              grid.submit(task, now);
              return grid.dispatch(now).stream();
            })
        .toList();
  }

  private static GridTask batch(int number, int processors) {
    return new GridTask.Batch(new BatchJob(number, 0, processors, 100));
  }

  private static GridTask reservation(
      int number, long ready, long due, long duration, int processors) {
    return new GridTask.Advance(new ReservationRequest(number, ready, due, processors, duration));
  }

  private static List<ProviderBook> providers(int... sizes) {
    return IntStream.of(sizes)
        .mapToObj(
            size ->
                new ProviderBook(
                    size, LocalSchedulers.named("first-fit").orElseThrow(), CapacitySlots.VARIABLE))
        .toList();
  }

  private static GridSchedulerCore grid(
      List<ProviderBook> providers, String batch, String reservations, GridSettings settings) {
    var choice =
        new GridChoice(
            providers.size(),
            GridPolicies.batch(batch, new SplittableRandom(1)).orElseThrow(),
            GridPolicies.reservations(reservations, new SplittableRandom(2)).orElseThrow(),
            settings);
    return new GridSchedulerCore(providers, choice, settings, false);
  }
}
