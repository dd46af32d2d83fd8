package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.Offers;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rankings that are kept, and rankings that are made again. */
final class RankingsTest {
  private static final int COUNT = 10;
  private final Offers offers = offers(1);

  private static Offers offers(long seed) {
    return new Offers(RankedRequests.slots(COUNT, new SplittableRandom(seed)));
  }

  private static WindowRequest volume(long volume) {
    return WindowRequest.of(1, Work.volume(volume), 1, WindowRequest.NO_LIMIT);
  }

  @Test
  void oneRankingIsKeptWhateverItsSize() {
    var rankings = new Rankings(0);
    var first = rankings.of(offers, volume(5));

    assertThat(rankings.of(offers, volume(5))).isSameAs(first);
    assertThat(rankings.of(offers, volume(6))).isNotSameAs(first);
    assertThat(rankings.of(offers, volume(5))).isNotSameAs(first);
  }

  @Test
  void asManyAreKeptAsTheLimitAllowsAndTheNewestMakesRoom() {
    var rankings = new Rankings(3 * COUNT);
    var first = rankings.of(offers, volume(5));
    var second = rankings.of(offers, volume(6));
    var third = rankings.of(offers, volume(7));
    assertThat(rankings.of(offers, volume(5))).isSameAs(first);
    assertThat(rankings.of(offers, volume(6))).isSameAs(second);
    assertThat(rankings.of(offers, volume(7))).isSameAs(third);

    var fourth = rankings.of(offers, volume(8));

    assertThat(rankings.of(offers, volume(8))).isSameAs(fourth);
    assertThat(rankings.of(offers, volume(6))).isSameAs(second);
    assertThat(rankings.of(offers, volume(5))).isSameAs(first);
    assertThat(rankings.of(offers, volume(7))).isNotSameAs(third);
  }

  @Test
  void oneLessThanTheLimitIsTooFewForAnother() {
    var rankings = new Rankings(2 * COUNT - 1);
    var first = rankings.of(offers, volume(5));
    rankings.of(offers, volume(6));

    assertThat(rankings.of(offers, volume(5))).isNotSameAs(first);
  }

  @Test
  void theRankingOfOtherOffersIsReplaced() {
    var rankings = new Rankings(2 * COUNT);
    var before = rankings.of(offers, volume(5));
    var other = rankings.of(offers, volume(6));
    var later = offers(2);

    var now = rankings.of(later, volume(5));

    assertThat(now.costs).isEqualTo(RankedOffers.of(later, volume(5)).costs);
    assertThat(rankings.of(later, volume(5))).isSameAs(now);
    assertThat(rankings.of(offers, volume(6))).isSameAs(other);
    assertThat(rankings.of(offers, volume(5))).isNotSameAs(before);
  }

  @Test
  void aRankingIsOfItsWorkGranularityRequirementsAndLimits() {
    var rankings = new Rankings(100 * COUNT);
    var base = volume(5);
    var ranked = rankings.of(offers, base);

    assertThat(rankings.of(offers, base.between(3, 9))).isSameAs(ranked);
    assertThat(rankings.of(offers, of(base.work(), 2, Requirements.NONE))).isNotSameAs(ranked);
    assertThat(rankings.of(offers, of(Work.duration(5), 1, Requirements.NONE))).isNotSameAs(ranked);
    assertThat(rankings.of(offers, of(base.work(), 1, new Requirements(2, List.of()))))
        .isNotSameAs(ranked);
    assertThat(rankings.of(offers, base.withCostLimit(700))).isNotSameAs(ranked);
    assertThat(rankings.of(offers, base.withSlotPriceLimit(700))).isNotSameAs(ranked);
    assertThat(rankings.ignoringCosts(offers, base.withCostLimit(700))).isSameAs(ranked);
    assertThat(rankings.of(offers, base)).isSameAs(ranked);
  }

  private static WindowRequest of(Work work, long granularity, Requirements requirements) {
    return new WindowRequest(
        1,
        work,
        granularity,
        requirements,
        WindowRequest.NO_LIMIT,
        WindowRequest.NO_LIMIT,
        0,
        WindowRequest.NO_LIMIT);
  }
}
