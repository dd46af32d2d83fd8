package io.metasched.metascheduler.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.metascheduler.whatif.ClusterRequest.Probe;
import io.metasched.metascheduler.whatif.ClusterRequest.Reserve;
import io.metasched.metascheduler.whatif.ClusterRequest.Withdraw;
import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.ProbeAnswer;
import io.metasched.resource.provider.probe.RatedSlot;
import io.metasched.resource.whatif.SlotPreference;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Placement of one request over clusters that answer, refuse or do not answer. */
final class PlacementRoundTest {
  private static final ReservationRequest PART = new ReservationRequest(9, 10, 40, 4, 10);
  private static final ProbeAnswer NOTHING = answer();

  private static ProbeAnswer answer(RatedSlot... slots) {
    return new ProbeAnswer(List.of(slots), 0, 0, 0);
  }

  private static RatedSlot slot(long start, double availability) {
    return new RatedSlot(start, availability, Optional.empty());
  }

  private static PlacementRound round(int clusters, SlotPreference preference, Integer... found) {
    return new PlacementRound(new GridRequest(PART, clusters, preference), List.of(found), 0);
  }

  private static PlacementRound round(int clusters, Integer... found) {
    return round(clusters, SlotPreference.EARLIEST, found);
  }

  private static Reserve reserve(int cluster, long start) {
    return new Reserve(cluster, PART.at(start));
  }

  private static Reservation reservation(long start) {
    return new Reservation(PART.at(start), start);
  }

  private static void grant(PlacementRound round, int cluster, long start) {
    round.decided(cluster, new Accepted(reservation(start)));
  }

  private static void refuse(PlacementRound round, int cluster) {
    round.decided(cluster, new Refused(Reason.NOT_FREE_IN_INTERVAL));
  }

  private static PlacementRefusal refusal(PlacementRound round) {
    assertThat(round.isOver()).isTrue();
    assertThat(round.next()).isEmpty();
    assertThat(round.reserved()).isEmpty();
    assertThat(round.answer().outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(round.answer().placement()).isEmpty();
    return round.answer().refusal().orElseThrow();
  }

  private static void assertWithdrawn(PlacementRound round) {
    assertThat(round.isOver()).isTrue();
    assertThat(round.next()).isEmpty();
    assertThat(round.awaited()).isEmpty();
    assertThat(round.reserved()).isEmpty();
    assertThat(round.answer().outcome()).isEqualTo(Outcome.WITHDRAWN);
    assertThat(round.answer().refusal()).isEmpty();
    assertThat(round.answer().placement()).isEmpty();
  }

  /**
   * Returns a round with two clusters that offer both starts, in which the first start is being
   * reserved on cluster 0.
   */
  private static PlacementRound onBoth() {
    var round = round(2, 0, 1);
    round.next();
    round.probed(0, answer(slot(10, 1), slot(20, 1)));
    round.probed(1, answer(slot(10, 1), slot(20, 1)));
    assertThat(round.next()).containsExactly(reserve(0, 10));
    return round;
  }

  @Test
  void aWindowTooShortIsRefusedWithoutAProbe() {
    var tooLong = new ReservationRequest(9, 10, 15, 4, 10);

    var round =
        new PlacementRound(new GridRequest(tooLong, 1, SlotPreference.EARLIEST), List.of(), 90);

    assertThat(refusal(round)).isEqualTo(PlacementRefusal.WINDOW_TOO_SHORT);
  }

  @Test
  void aWindowInThePastIsRefusedWithoutAProbe() {
    var request = new GridRequest(PART, 1, SlotPreference.EARLIEST);

    assertThat(refusal(new PlacementRound(request, List.of(), 31)))
        .isEqualTo(PlacementRefusal.IN_THE_PAST);
    assertThat(new PlacementRound(request, List.of(0), 30).next()).hasSize(1);
  }

  @Test
  void tooManyProcessorsForAllOrForAllButOneAreRefusedWithoutAProbe() {
    assertThat(refusal(round(1))).isEqualTo(PlacementRefusal.TOO_MANY_PROCESSORS);
    assertThat(refusal(round(2, 0))).isEqualTo(PlacementRefusal.TOO_MANY_PROCESSORS);
  }

  @Test
  void aClusterThatIsSilentIsLeftOut() {
    var round = round(1, 0, 1);
    round.next();
    round.probed(1, answer(slot(20, 1)));

    assertThat(round.awaited()).containsExactly(0);
    assertThat(round.next()).isEmpty();
    round.exclude(round.awaited());

    assertThat(round.next()).containsExactly(reserve(1, 20));
  }

  @Test
  void lateAnswersOfAnExcludedClusterDoNotCount() {
    var round = round(1, 0, 1);
    round.next();
    round.probed(1, answer(slot(20, 1)));
    round.exclude(round.awaited());
    round.next();

    round.probed(0, answer(slot(10, 1)));
    assertThat(round.awaited()).containsExactly(1);
    grant(round, 1, 20);

    assertThat(round.answer().probes()).containsExactly(new ClusterProbe(1, answer(slot(20, 1))));
  }

  @Test
  void nobodyIsLeftOutWhileAReservationIsAwaited() {
    var round = onBoth();

    assertThat(round.isProbing()).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> round.exclude(List.of(0)));
  }

  @Test
  void noAnswerIsAReason() {
    var none = round(1, 0, 1);
    none.next();
    none.exclude(none.awaited());
    var oneOfTwo = round(2, 0, 1);
    oneOfTwo.next();
    oneOfTwo.probed(0, answer(slot(10, 1)));
    oneOfTwo.exclude(oneOfTwo.awaited());

    assertThat(refusal(none)).isEqualTo(PlacementRefusal.NO_ANSWER);
    assertThat(refusal(oneOfTwo)).isEqualTo(PlacementRefusal.NO_ANSWER);
  }

  @Test
  void slotsOfAvailabilityZeroAndStartsOfOneClusterOnlyAreNotTried() {
    var none = round(1, 0, 1);
    none.next();
    none.probed(0, NOTHING);
    none.probed(1, answer(slot(10, 0)));
    var apart = round(2, 0, 1);
    apart.next();
    apart.probed(0, answer(slot(10, 1), slot(20, 0)));
    apart.probed(1, answer(slot(10, 0), slot(20, 1)));

    assertThat(refusal(none)).isEqualTo(PlacementRefusal.NONE_AVAILABLE);
    assertThat(refusal(apart)).isEqualTo(PlacementRefusal.NONE_AVAILABLE);
  }

  @Test
  void aSlotThatIsTakenIsFollowedByTheNextBest() {
    var round = round(1, 0);
    round.next();
    round.probed(0, answer(slot(10, 1), slot(20, 0.5)));
    assertThat(round.next()).containsExactly(reserve(0, 10));

    refuse(round, 0);

    assertThat(round.next()).containsExactly(reserve(0, 20));
    grant(round, 0, 20);
    var first = new GridPlacement(10, List.of(0), 1);
    var second = new GridPlacement(20, List.of(0), 0.5);
    assertThat(round.answer().outcome()).isEqualTo(Outcome.GRANTED);
    assertThat(round.answer().placement()).contains(second);
    assertThat(round.answer().tried())
        .containsExactly(
            new TriedPlacement(first, 0, Optional.of(Reason.NOT_FREE_IN_INTERVAL)),
            new TriedPlacement(second, TriedPlacement.NONE, Optional.empty()));
  }

  @Test
  void aRequestWhoseSlotsAreAllTakenIsRefused() {
    var round = round(1, 0);
    round.next();
    round.probed(0, answer(slot(10, 1)));
    round.next();

    refuse(round, 0);

    assertThat(refusal(round)).isEqualTo(PlacementRefusal.NONE_RESERVABLE);
    assertThat(round.answer().tried()).hasSize(1);
  }

  @Test
  void bothPartsOrNoneAreReserved() {
    var round = onBoth();
    grant(round, 0, 10);
    assertThat(round.next()).containsExactly(reserve(1, 10));

    refuse(round, 1);

    assertThat(round.next()).containsExactly(new Withdraw(0, reservation(10)));
    assertThat(round.isOver()).isFalse();
    round.givenUp(0);
    assertThat(round.next()).containsExactly(reserve(0, 20));
    grant(round, 0, 20);
    assertThat(round.next()).containsExactly(reserve(1, 20));
    grant(round, 1, 20);
    assertThat(round.answer().placement()).contains(new GridPlacement(20, List.of(0, 1), 1));
    assertThat(round.reserved()).containsOnlyKeys(0, 1).containsValue(reservation(20));
  }

  @Test
  void aLastPlacementThatIsRefusedInPartLeavesNothing() {
    var round = onBoth();
    refuse(round, 0);
    round.next();
    grant(round, 0, 20);
    round.next();

    refuse(round, 1);

    assertThat(round.next()).containsExactly(new Withdraw(0, reservation(20)));
    round.givenUp(0);
    assertThat(refusal(round)).isEqualTo(PlacementRefusal.NONE_RESERVABLE);
  }

  @Test
  void aWithdrawalBeforeAPlacementIsTriedEndsItAtOnce() {
    var asked = round(1, 0, 1);
    asked.next();
    asked.probed(0, answer(slot(10, 1)));
    asked.withdraw();
    asked.probed(1, answer(slot(10, 1)));
    var unasked = round(1, 0, 1);
    unasked.withdraw();
    var looking = new PlacementRound(new GridRequest(PART, 1, SlotPreference.EARLIEST), 0);
    assertThat(looking.isSearching()).isTrue();
    assertThat(looking.isProbing()).isFalse();
    looking.withdraw();
    looking.found(List.of(0, 1));

    assertWithdrawn(asked);
    assertThat(asked.answer().probes()).hasSize(1);
    assertWithdrawn(unasked);
    assertWithdrawn(looking);
  }

  @Test
  void aWithdrawalWhileAPlacementIsTriedChangesNothingButThatNoOtherIsTried() {
    var granted = onBoth();
    granted.withdraw();
    grant(granted, 0, 10);
    assertThat(granted.next()).containsExactly(reserve(1, 10));
    grant(granted, 1, 10);
    var refused = onBoth();
    refused.withdraw();
    refuse(refused, 0);

    assertThat(granted.answer().outcome()).isEqualTo(Outcome.GRANTED);
    assertThat(granted.reserved()).containsOnlyKeys(0, 1);
    assertWithdrawn(refused);
    assertThat(refused.answer().tried()).hasSize(1);
  }

  @Test
  void aWithdrawalBetweenTwoPlacementsTriesNoOther() {
    var round = onBoth();
    grant(round, 0, 10);
    round.next();
    refuse(round, 1);
    round.next();

    round.withdraw();
    round.givenUp(0);

    assertWithdrawn(round);
    assertThat(round.answer().tried()).hasSize(1);
  }

  @Test
  void theAnswerNamesAPartThatBeginsBeforeItIsGivenUpAndNoOtherPlacementIsTried() {
    var refused = onBoth();
    grant(refused, 0, 10);
    refused.next();
    refuse(refused, 1);
    refused.next();
    refused.hasBegun(0);
    var withdrawn = onBoth();
    grant(withdrawn, 0, 10);
    withdrawn.next();
    withdrawn.withdraw();
    refuse(withdrawn, 1);
    withdrawn.next();
    withdrawn.hasBegun(0);

    assertThat(refusal(refused)).isEqualTo(PlacementRefusal.PART_BEGUN);
    assertThat(refused.answer().running()).containsExactly(0);
    assertWithdrawn(withdrawn);
    assertThat(withdrawn.answer().running()).containsExactly(0);
  }

  @Test
  void itCountsThePlacementsThatWereBegun() {
    var round = onBoth();
    assertThat(round(2, 0, 1).begun()).isZero();
    assertThat(round.begun()).isEqualTo(1);

    refuse(round, 0);

    assertThat(round.begun()).isEqualTo(2);
  }

  @Test
  void allClustersAreProbedAndTheBestSlotIsReserved() {
    var round = round(1, 0, 1);
    assertThat(round.next()).containsExactly(new Probe(0, PART), new Probe(1, PART));
    assertThat(round.next()).isEmpty();
    round.probed(1, answer(slot(10, 0.5)));
    round.probed(0, answer(slot(20, 1)));

    assertThat(round.next()).containsExactly(reserve(1, 10));
    grant(round, 1, 10);

    assertThat(round.isOver()).isTrue();
    assertThat(round.answer().outcome()).isEqualTo(Outcome.GRANTED);
    assertThat(round.answer().probes()).extracting(ClusterProbe::cluster).containsExactly(0, 1);
    assertThat(round.reserved()).containsOnlyKeys(1);
  }

  /** Returns the placements in the order in which they are tried, as «start on cluster». */
  private static List<String> order(SlotPreference preference) {
    var round = round(1, preference, 0, 1);
    round.next();
    round.probed(1, answer(slot(10, 0.5), slot(20, 1), slot(30, 0.9)));
    round.probed(0, answer(slot(10, 0.5), slot(20, 0.8), slot(30, 0.9)));
    while (!round.isOver()) {
      refuse(round, round.next().get(0).cluster());
    }
    return round.answer().tried().stream()
        .map(TriedPlacement::placement)
        .flatMap(p -> Stream.of(p.startTick() + " on " + p.clusters().get(0)))
        .toList();
  }

  @Test
  void placementsAreTriedAsTheUserPrefersThenByStartThenByCluster() {
    assertThat(order(SlotPreference.EARLIEST))
        .containsExactly("10 on 0", "10 on 1", "20 on 0", "20 on 1", "30 on 0", "30 on 1");
    assertThat(order(SlotPreference.LATEST))
        .containsExactly("30 on 0", "30 on 1", "20 on 0", "20 on 1", "10 on 0", "10 on 1");
    assertThat(order(SlotPreference.CHEAPEST_IMPACT))
        .containsExactly("20 on 1", "30 on 0", "30 on 1", "20 on 0", "10 on 0", "10 on 1");
    assertThat(order(SlotPreference.weighted(0.5)))
        .containsExactly("10 on 0", "10 on 1", "20 on 1", "20 on 0", "30 on 0", "30 on 1");
  }

  @Test
  void ofPlacementsAsGoodTheEarlierIsTriedFirst() {
    var round = round(1, SlotPreference.weighted(0.9), 0);
    round.next();
    round.probed(
        0, answer(slot(10, 0.5), slot(16, 0), slot(20, 0.9), slot(24, 0.9), slot(30, 0.6)));
    while (!round.isOver()) {
      round.next();
      refuse(round, 0);
    }

    assertThat(round.answer().tried())
        .extracting(each -> each.placement().startTick())
        .containsExactly(20L, 24L, 10L, 30L); // start 10 is early enough to win
  }

  @Test
  void ofMoreClustersThanNeededTheMostAvailableAreTakenThenTheLeastIndices() {
    var round = round(2, 0, 1, 2, 3);
    round.next();
    round.probed(3, answer(slot(10, 0.9)));
    round.probed(2, answer(slot(10, 0.7)));
    round.probed(1, answer(slot(10, 0.7)));
    round.probed(0, answer(slot(10, 0.6)));

    assertThat(round.next()).containsExactly(reserve(1, 10));
    grant(round, 1, 10);
    round.next();
    grant(round, 3, 10);

    assertThat(round.answer().placement()).contains(new GridPlacement(10, List.of(1, 3), 0.7));
  }
}
