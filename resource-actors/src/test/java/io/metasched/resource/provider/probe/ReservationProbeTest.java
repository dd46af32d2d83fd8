package io.metasched.resource.provider.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.LoadAvailability;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.resource.whatif.SlotPreference;
import io.metasched.resource.whatif.WhatIfAvailability;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Probes of four processors. Job 1 runs on two of them until 10; job 2 waits for all four, from 10
 * to 15. Job 3 waits for two processors, from 15 to 35, because an earlier start would delay job 2.
 */
final class ReservationProbeTest {
  private static final CandidateStarts EVERY_FIFTH = new CandidateStarts(9, 5);

  private static ProviderBook cluster(HeadPromise headPromise) {
    var scheduler = LocalSchedulers.named("easy").orElseThrow();
    var book = new ProviderBook(4, scheduler, CapacitySlots.VARIABLE, headPromise);
    book.submit(new BatchJob(1, 0, 2, 10));
    book.submit(new BatchJob(2, 0, 4, 5));
    book.submit(new BatchJob(3, 0, 2, 20));
    assertThat(book.start(0, true)).containsExactly(1);
    return book;
  }

  private static ClusterState state() {
    return new ClusterState(cluster(HeadPromise.RESPECTED), 0);
  }

  private static ReservationRequest request(long ready, long due, int processors, long duration) {
    return new ReservationRequest(9, ready, due, processors, duration);
  }

  private static List<CandidateSlot> slots(String method, ReservationRequest request) {
    var rated = AvailabilityMethods.named(method, MetricWeights.EQUAL).orElseThrow();
    return new ReservationProbe(rated, EVERY_FIFTH).probe(request, state());
  }

  private static List<Long> starts(List<CandidateSlot> slots) {
    return slots.stream().map(CandidateSlot::startTick).toList();
  }

  @Test
  void theWhatIfMethodRatesAStartByHowLittleThePlanSuffers() {
    var slots = slots("what-if", request(5, 40, 4, 5));

    assertThat(starts(slots)).containsExactly(5L, 10L, 15L, 20L, 25L, 30L, 35L);
    var expected =
        new double[] {
          0, // overlaps job 1
          0, // overlaps the start promised to job 2
          0.5 * 35 / 40 + 0.5 * 60 / 65, // job 3 from 20 to 40
          0.5 * 35 / 45 + 0.5 * 60 / 70, // job 3 from 25 to 45
          0.5 * 35 / 50 + 0.5 * 60 / 75,
          0.5 * 35 / 55 + 0.5 * 60 / 80,
          1 // after all jobs, where it would also start as a job
        };
    for (int i = 0; i < expected.length; i++) {
      assertThat(slots.get(i).availability()).isCloseTo(expected[i], offset(1e-12));
      assertThat(slots.get(i).plan().isPresent()).isEqualTo(expected[i] > 0);
    }
  }

  @Test
  void theStartOfTheRequestAsAJobIsOneMoreCandidateIfItLiesInTheWindow() {
    // two processors are free now for ten ticks; with twelve, job 2 would have to wait
    assertThat(starts(slots("what-if", request(0, 17, 2, 10)))).containsExactly(0L, 7L);
    assertThat(starts(slots("what-if", request(21, 48, 4, 5))))
        .containsExactly(21L, 26L, 32L, 35L, 37L, 43L);
    assertThat(starts(slots("first-free", request(21, 48, 4, 5))))
        .containsExactly(21L, 26L, 32L, 37L, 43L);
  }

  @Test
  void firstFreeRatesAllStartsAlikeThatCanBeReserved() {
    var slots = slots("first-free", request(5, 40, 4, 5));

    assertThat(slots)
        .extracting(CandidateSlot::availability)
        .containsExactly(0d, 0d, 1d, 1d, 1d, 1d, 1d);
  }

  @Test
  void loadRatesByTheApproximateEndOfThePresentWork() {
    // half of (2 x 10 + 4 x 5 + 2 x 20) on four processors
    assertThat(LoadAvailability.approximateEnd(cluster(HeadPromise.IGNORED), 0)).isEqualTo(10);
    assertThat(slots("load", request(5, 40, 4, 5)))
        .extracting(CandidateSlot::availability)
        .containsExactly(0d, 1d, 1d, 1d, 1d, 1d, 1d);
  }

  @Test
  void reservationsBeforeTheApproximateEndMoveItOnUntilNoFurtherOneBeginsBefore() {
    var book = cluster(HeadPromise.IGNORED);
    book.reserve(new ReservationRequest(11, 5, 9, 1, 4), 0, Lateness.REFUSED);
    book.reserve(new ReservationRequest(12, 10, 14, 2, 4), 0, Lateness.REFUSED);
    book.reserve(new ReservationRequest(13, 20, 24, 2, 4), 0, Lateness.REFUSED);

    assertThat(LoadAvailability.approximateEnd(book, 0)).isEqualTo(13);
    assertThat(book.start(5, true)).containsExactly(11);
    // 6 + (2 x 4 + 60) / 8 + (3 + 8) / 4, rounded up
    assertThat(LoadAvailability.approximateEnd(book, 6)).isEqualTo(18);
  }

  @Test
  void metricsAreThoseOfThePaper() {
    var plans = state().plans(PlannedEnd.LIMIT);
    var behind = plans.withReservation(request(0, 100, 4, 5), 35).orElseThrow();

    assertThat(PlanMetric.MAKESPAN.of(plans.original())).isEqualTo(35);
    assertThat(PlanMetric.COMPLETION.of(plans.original())).isEqualTo(20);
    assertThat(PlanMetric.SLOWDOWN.of(plans.original())).isCloseTo(5.75 / 3, offset(1e-12));
    assertThat(PlanMetric.UTILISATION.of(plans.original())).isCloseTo(140 / 80d, offset(1e-12));
    assertThat(PlanMetric.MAKESPAN.of(behind)).isEqualTo(35);
    assertThat(PlanMetric.UTILISATION.of(behind)).isCloseTo(160 / 100d, offset(1e-12));
  }

  @Test
  void anIdleClusterIsAvailableAtEachStart() {
    var idle =
        new ProviderBook(4, LocalSchedulers.named("easy").orElseThrow(), CapacitySlots.VARIABLE);
    var method = new WhatIfAvailability(MetricWeights.EQUAL, PlannedEnd.LIMIT);

    var slots =
        new ReservationProbe(method, EVERY_FIFTH)
            .probe(request(0, 20, 4, 10), new ClusterState(idle, 0));

    assertThat(slots).extracting(CandidateSlot::availability).containsExactly(1d, 1d, 1d);
  }

  @Test
  void aRequestThatIsTooLargeOrTooLateHasNoSlots() {
    for (var method : AvailabilityMethods.names()) {
      assertThat(slots(method, request(0, 40, 5, 5))).isEmpty();
      assertThat(slots(method, request(0, 4, 4, 5))).isEmpty();
    }
    assertThatThrownBy(() -> state().plans(PlannedEnd.LIMIT).withJob(request(0, 40, 5, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a job of 5 processors cannot run on 4");
  }

  @Test
  void candidatesAreEquallySpacedAndIncludeBothEnds() {
    var window = request(10, 110, 1, 20);

    assertThat(new CandidateStarts(5, 1).of(window, 0)).containsExactly(10, 30, 50, 70, 90);
    assertThat(new CandidateStarts(100, 30).of(window, 0)).containsExactly(10, 50, 90);
    assertThat(new CandidateStarts(4, 1).of(window, 30)).containsExactly(30, 50, 70, 90);
    assertThat(new CandidateStarts(4, 1).of(window, 90)).containsExactly(90);
    assertThat(new CandidateStarts(4, 1).of(window, 91)).isEmpty();
    assertThat(new CandidateStarts(4, 81).of(window, 0)).containsExactly(10);
    assertThat(new CandidateStarts(3, 1).of(request(0, Long.MAX_VALUE, 1, 1), 0))
        .containsExactly(0, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1);
    assertThatThrownBy(() -> new CandidateStarts(1, 1)).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> new CandidateStarts(2, 0)).hasMessageContaining("1 tick");
  }

  @Test
  void aPreferenceWeighsAvailabilityAndStart() {
    var window = request(10, 60, 1, 10);

    assertThat(SlotPreference.EARLIEST.score(20, 0.5, window)).isEqualTo(0.75);
    assertThat(SlotPreference.LATEST.score(20, 0.5, window)).isEqualTo(0.25);
    assertThat(SlotPreference.CHEAPEST_IMPACT.score(20, 0.5, window)).isEqualTo(0.5);
    assertThat(SlotPreference.weighted(0.5).score(20, 0.5, window)).isEqualTo(0.625);
    assertThat(SlotPreference.LATEST.score(10, 0.5, request(10, 20, 1, 10))).isZero();
    assertThatThrownBy(() -> SlotPreference.weighted(1.1)).hasMessageContaining("0 to 1");
  }

  @Test
  void weightsThatDoNotAddUpAreRefused() {
    var half = new MetricWeights.Weight(PlanMetric.MAKESPAN, 0.5);
    var less = new MetricWeights.Weight(PlanMetric.SLOWDOWN, -0.5);
    var more = new MetricWeights.Weight(PlanMetric.UTILISATION, 1);

    for (var weights : List.of(List.of(half), List.of(half, half), List.of(half, less, more))) {
      assertThatThrownBy(() -> new MetricWeights(weights))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("weights of different metrics");
    }
  }
}
