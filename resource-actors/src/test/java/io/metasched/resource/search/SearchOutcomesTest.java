package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Inferences from one request to another that differs in one point, and the time for which they are
 * kept.
 */
final class SearchOutcomesTest {
  private static final WindowRequest BASE =
      new WindowRequest(
          4, Work.volume(40_000), 10, new Requirements(2, List.of("gpu")), 8000, 500, 100, 900);

  private static void requireAsksForNoMore(WindowRequest less, WindowRequest more) {
    var outcomes = new SearchOutcomes(4);
    assertThat(outcomes.asksForNoMore(less, more)).isTrue();
    assertThat(outcomes.asksForNoMore(more, less)).isFalse();
  }

  private static void requireNothingKnown(WindowRequest one, WindowRequest other) {
    var outcomes = new SearchOutcomes(4);
    assertThat(outcomes.asksForNoMore(one, other)).isFalse();
    assertThat(outcomes.asksForNoMore(other, one)).isFalse();
  }

  private static WindowRequest base(int nodes, Work work, Requirements requirements) {
    return new WindowRequest(nodes, work, 10, requirements, 8000, 500, 100, 900);
  }

  @Test
  void aRequestAsksForNoMoreThanItself() {
    assertThat(new SearchOutcomes(4).asksForNoMore(BASE, BASE)).isTrue();
  }

  @Test
  void oneWithMoreNodesOrWorkOrRequirementsAsksForMore() {
    var needs = BASE.requirements();
    requireAsksForNoMore(BASE, base(5, BASE.work(), needs));
    requireAsksForNoMore(BASE, base(4, Work.volume(40_001), needs));
    requireAsksForNoMore(BASE, base(4, BASE.work(), new Requirements(3, List.of("gpu"))));
    requireAsksForNoMore(BASE, base(4, BASE.work(), new Requirements(2, List.of("gpu", "ib"))));
    requireNothingKnown(BASE, base(4, BASE.work(), new Requirements(2, List.of("ib"))));
    requireNothingKnown(BASE, base(4, Work.duration(40_000), needs));
  }

  @Test
  void oneWithLessTimeOrMoneyAsksForMore() {
    requireAsksForNoMore(BASE, BASE.between(101, 900));
    requireAsksForNoMore(BASE, BASE.between(100, 899));
    requireAsksForNoMore(BASE, BASE.withCostLimit(7999));
    requireAsksForNoMore(BASE.withSlotPriceLimit(501), BASE.withSlotPriceLimit(500));
  }

  @Test
  void nothingIsKnownOfAnotherGranularity() {
    var fine = new WindowRequest(4, BASE.work(), 5, BASE.requirements(), 8000, 500, 100, 900);

    requireNothingKnown(BASE, fine);
  }

  @Test
  void fewerPartsCostTheirShareAtMost() {
    var outcomes = new SearchOutcomes(4);
    var half = WindowRequest.of(2, Work.volume(40_000), 10, 4001);
    var whole = WindowRequest.of(4, Work.volume(40_000), 10, 8000);

    assertThat(outcomes.asksForNoMore(half, whole)).isTrue();
    assertThat(outcomes.asksForNoMore(half.withCostLimit(3999), whole)).isFalse();
  }

  @Test
  void shorterPartsCostTheirShareAtMostAndOneMoreForRoundingUp() {
    var outcomes = new SearchOutcomes(4);
    var whole = WindowRequest.of(4, Work.volume(40_000), 10, 8000);
    var shorter = WindowRequest.of(4, Work.volume(20_000), 10, 4013);
    // a granule on a node of performance 4 is a volume of 40: 8000 * 20040 / 40000 + 4 is 4012
    assertThat(outcomes.asksForNoMore(shorter, whole)).isTrue();
    assertThat(outcomes.asksForNoMore(shorter.withCostLimit(4011), whole)).isFalse();
    assertThat(outcomes.asksForNoMore(shorter.withCostLimit(4012), whole)).isFalse(); // rounding

    var long40 = WindowRequest.of(4, Work.duration(40_000), 10, 8000);
    var long20 = WindowRequest.of(4, Work.duration(20_000), 10, 4007);
    // 8000 * 20010 / 40000 + 4 is 4006
    assertThat(outcomes.asksForNoMore(long20, long40)).isTrue();
    assertThat(outcomes.asksForNoMore(long20.withCostLimit(4005), long40)).isFalse();
  }

  @Test
  void outcomesAreOfEitherKind() {
    var outcomes = new SearchOutcomes(4);
    outcomes.foundNone(BASE.between(100, 800));
    outcomes.found(BASE.between(100, 850));

    assertThat(outcomes.isHopeless(BASE.between(100, 800))).isTrue();
    assertThat(outcomes.isHopeless(BASE.between(100, 801))).isFalse();
    assertThat(outcomes.isServed(BASE.between(100, 850))).isTrue();
    assertThat(outcomes.isServed(BASE.between(100, 849))).isFalse();
  }

  @Test
  void the64UsedLastAreRemembered() {
    var outcomes = new SearchOutcomes(1);
    for (int i = 0; i < 64; i++) {
      outcomes.foundNone(unlike(i));
      outcomes.found(unlike(i));
    }
    assertThat(outcomes.isHopeless(unlike(0))).isTrue();
    assertThat(outcomes.isServed(unlike(0))).isTrue();

    outcomes.foundNone(unlike(64));
    outcomes.found(unlike(64));

    assertThat(outcomes.isHopeless(unlike(0))).isTrue(); // it was used after the next one
    assertThat(outcomes.isServed(unlike(0))).isTrue();
    assertThat(outcomes.isHopeless(unlike(1))).isFalse();
    assertThat(outcomes.isServed(unlike(1))).isFalse();
    assertThat(outcomes.isHopeless(unlike(2))).isTrue();
    assertThat(outcomes.isServed(unlike(2))).isTrue();
  }

  /** Returns one of many requests whose results imply nothing about each other. */
  private static WindowRequest unlike(int number) {
    return WindowRequest.of(100 + number, Work.duration(1000 - number), 1, 0);
  }
}
