package io.metasched.resource.fanout;

import static io.metasched.resource.fixture.Pictures.slots;
import static io.metasched.resource.fixture.Pictures.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.search.WindowSearches;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slots that a domain omits from its answer. */
final class FanOutTest {

  @ParameterizedTest
  @EnumSource
  void aSlotThatEnoughBetterOnesOutlastIsLeftOut(Criterion criterion) {
    var domain = table("n1 ####", "n2 ####", "n3 ####", "n4 perf=2 ####");

    assertThat(nodes(domain, request(1), criterion)).containsExactly(4);
    assertThat(nodes(domain, request(2), criterion)).containsExactly(1, 4);
    assertThat(nodes(domain, request(3), criterion)).containsExactly(1, 2, 4);
    assertThat(nodes(domain, request(4), criterion)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aSlotMattersWhereABetterOneHasNotBegunOrIsOver() {
    assertThat(nodes(table("n1 .###", "n2 ####"), request(1), Criterion.COST))
        .containsExactly(2, 1);
    assertThat(nodes(table("n1 ###", "n2 ####"), request(1), Criterion.COST)).containsExactly(1, 2);
    assertThat(nodes(table("n1 ####", "n2 .##"), request(1), Criterion.COST)).containsExactly(1);
  }

  @Test
  void aSlotMattersInTheGapBetweenBetterOnes() {
    var joined = table("n1 ######", "n2 ....######", "n3 ##########");
    var parted = table("n1 ######", "n2 .....#####", "n3 ##########");
    var gap = table("n1 ######", "n2 ......####", "n3 ##########");

    assertThat(nodes(joined, request(1), Criterion.COST)).containsExactly(1, 2);
    assertThat(nodes(parted, request(1), Criterion.COST)).containsExactly(1, 3, 2);
    assertThat(nodes(gap, request(1), Criterion.COST)).containsExactly(1, 3, 2);
  }

  @Test
  void aCheaperSlotIsNoBetterWhenItIsSlower() {
    var domain = table("n1 price=0.1 ####", "n2 perf=2 ####");

    assertThat(nodes(domain, request(1), Criterion.PROC_TIME)).containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"START", "COST"})
  void aSlowerSlotIsBetterWhenItIsCheaperAndOnlyStartOrCostMatter(Criterion criterion) {
    var domain = table("n1 price=0.1 ####", "n2 perf=2 ###");

    assertThat(nodes(domain, request(1), criterion)).containsExactly(1);
  }

  @Test
  void nothingMattersForTheStartAfterACertainOne() {
    var domain = table("n1 ###", "n2 .###", "n3 ..###", "n4 ...###");

    assertThat(nodes(domain, request(1), Criterion.START)).containsExactly(1);
    assertThat(nodes(domain, request(2), Criterion.START)).containsExactly(1, 2);
    assertThat(nodes(domain, request(3), Criterion.START)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void nothingMattersThatRunsLongerOrFinishesLaterThanACertainWindow() {
    var domain = table("n1 price=0.1 ####", "n2 perf=2 .###", "n3 perf=2 ..##", "n4 ###");

    assertThat(nodes(domain, request(1), Criterion.RUNTIME)).containsExactly(2);
    assertThat(nodes(domain, request(1), Criterion.FINISH)).containsExactly(1, 2);
    assertThat(nodes(domain, request(2), Criterion.RUNTIME)).containsExactly(2, 3);
    assertThat(nodes(domain, request(2), Criterion.FINISH)).containsExactly(1, 4, 2);
  }

  @Test
  void asManyPartsMayBeTakenAsAreSpare() {
    var domain = table("n1 ####", "n2 ####", "n3 ####", "n4 ....###");

    assertThat(FanOut.answer(domain, request(1), Criterion.START, 1))
        .isEqualTo(slots("n1 ####", "n2 ####"));
    assertThat(FanOut.answer(domain, request(1), Criterion.COST, 1))
        .isEqualTo(slots("n1 ####", "n2 ####", "n4 ....###"));
  }

  @Test
  void forEnergyACheaperSlotIsNoBetterWhenItDrawsMore() {
    var domain = table("n1 power=2 ####", "n2 power=1 ####");

    assertThat(nodes(domain, request(1), Criterion.PROC_TIME)).containsExactly(1);
    assertThat(nodes(domain, request(1), Criterion.ENERGY)).containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource
  void slotsThatTheRequestDoesNotAdmitAreOmitted(Criterion criterion) {
    var domain = table("n1 ####", "n2 price=3 #####", "n3 #", "n4 .....####");
    var request = request(1).between(0, 6000);

    assertThat(nodes(domain, request.withSlotPriceLimit(2000), criterion)).containsExactly(1);
    assertThat(nodes(domain, request.notBefore(3000), criterion)).containsExactly(2);
  }

  @Test
  void theBestWindowIsFoundOverDomains() {
    var domains = List.of(table("n1 ####", "n4 ####"), table("n3 .###"), table("n2 .###"), table());
    var search = WindowSearches.exact(Criterion.START, 1);

    var found = FanOut.find(domains, request(3), Criterion.START, search);

    assertThat(found.window().orElseThrow().parts())
        .extracting(p -> p.node())
        .containsExactly(1, 2, 3);
    assertThat(FanOut.answer(domains.get(0), request(3), Criterion.START, 0))
        .isEqualTo(slots("n1 ####", "n4 ####"));
  }

  /** Returns a request for {@code nodes} nodes with two units of work each. */
  private static WindowRequest request(int nodes) {
    return WindowRequest.of(nodes, Work.volume(2000), Ticks.PER_UNIT, WindowRequest.NO_LIMIT);
  }

  private static List<Integer> nodes(SlotTable domain, WindowRequest request, Criterion criterion) {
    return FanOut.answer(domain, request, criterion, 0).stream()
        .map(Slot::node)
        .map(node -> node.id())
        .toList();
  }
}
