package io.metasched.resource.search;

import static io.metasched.resource.fixture.Pictures.table;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Differences between published and exact searches, each on a small picture. */
final class PublishedSearchTest {

  @Test
  void firstFitLooksAfterEverySlotEvenAmongEqualStarts() {
    var slots = table("n1 price=3 ####", "n2 price=3 ####", "n3 price=1 ####");
    var request = request(2, 2, 12);

    assertThat(find("amp", slots, request)).hasValue(window("n1 price=3 ##", "n2 price=3 ##"));
    assertThat(find("start", slots, request)).hasValue(window("n1 price=3 ##", "n3 price=1 ##"));
  }

  @Test
  void firstFitWaitsUntilTheCheapestAreWithinTheLimit() {
    var slots = table("n1 price=3 ######", "n2 price=3 ######", "n3 ..####", "n4 ...###");

    assertThat(find("amp", slots, request(2, 2, 8))).hasValue(window("n1 price=3 ..##", "n3 ..##"));
    assertThat(find("amp", slots, request(2, 2, 7))).hasValue(window("n3 ...##", "n4 ...##"));
    assertThat(find("amp", slots, request(2, 2, 3))).isEmpty();
  }

  @Test
  void aSlotThatIsTooShortIsSkippedWithoutALook() {
    var skipped = table("n1 #####", "n2 perf=4 price=5 ##########", "n3 price=3 ...##");
    var added = table("n1 #####", "n2 perf=4 price=5 ##########", "n3 price=3 ...####");
    var request = request(1, 4, 100);

    assertThat(find("minproctime", skipped, request)).hasValue(window("n1 ####"));
    assertThat(find("minproctime", added, request)).hasValue(window("n2 perf=4 price=5 ...#"));
  }

  @Test
  void aSlotLeavesTheWindowWhenItsRestIsTooShort() {
    var stays = table("n1 ###", "n2 .###");
    var leaves = table("n1 ##", "n2 .###");

    assertThat(find("amp", stays, request(2, 2, 100))).hasValue(window("n1 .##", "n2 .##"));
    assertThat(find("amp", leaves, request(2, 2, 100))).isEmpty();
  }

  @Test
  void theLimitOnPricesIsForEachSlotInsteadOfTheTotal() {
    var slots = table("n1 price=3 ####", "n2 price=2 ####", "n3 price=2 .###");
    var request = request(2, 2, 1).withSlotPriceLimit(2000);

    assertThat(find("alp", slots, request)).hasValue(window("n2 price=2 .##", "n3 price=2 .##"));
  }

  @Test
  void substitutionReplacesTheFirstLongestByTheNextCheapestShorter() {
    var slots = table("n1 ####", "n2 ####", "n3 perf=2 price=3 ####", "n4 perf=4 price=8 ####");

    assertThat(find("minruntime", slots, request(2, 4, 100)))
        .hasValue(window("n3 perf=2 price=3 ##", "n4 perf=4 price=8 #"));
  }

  @Test
  void substitutionKeepsASlotThatIsNoLongerThanTheSpare() {
    var slots = table("n1 ####", "n2 ####", "n3 price=2 ####");

    assertThat(find("minruntime", slots, request(2, 4, 100)))
        .hasValue(window("n1 ####", "n2 ####"));
  }

  @Test
  void substitutionKeepsTheCostBelowTheLimitAndNotAtIt() {
    var slots = table("n1 ####", "n2 ####", "n3 perf=2 price=3 ####", "n4 perf=4 price=8 ####");
    var atTheLimit = request(2, 4, 14);

    assertThat(find("minruntime", slots, atTheLimit)).hasValue(window("n1 ####", "n2 ####"));
    assertThat(find("runtime", slots, atTheLimit))
        .hasValue(window("n3 perf=2 price=3 ##", "n4 perf=4 price=8 #"));
  }

  @Test
  void ofSeveralLongestTheFirstIsToBeReplacedAndThatMayCostTooMuch() {
    var slots = table("n1 perf=2 price=3 ####", "n2 price=1.25 ####", "n3 price=0.75 ####");

    assertThat(find("minruntime", slots, request(2, 4, 10)))
        .hasValue(window("n2 price=1.25 ####", "n3 price=0.75 ####"));
  }

  @Test
  void theEarliestFinishMayStartLater() {
    var sooner = table("n1 ######", "n2 perf=4 ..#");
    var noSooner = table("n1 ######", "n2 perf=4 ...#");

    assertThat(find("minfinish", sooner, request(1, 4, 100))).hasValue(window("n2 perf=4 ..#"));
    assertThat(find("minfinish", noSooner, request(1, 4, 100))).hasValue(window("n1 ####"));
  }

  @Test
  void theCheapestIsLookedForOverTheWholeInterval() {
    var slots = table("n1 price=2 ##", "n2 ....##", "n3 ..####");

    assertThat(find("mincost", slots, request(1, 2, 100))).hasValue(window("n3 ..##"));
  }

  @Test
  void timesCutTheSlotsAndTiesOfTheCutStartGoByNode() {
    var slots = table("n2 ########", "n1 .#######");

    assertThat(find("amp", slots, request(1, 2, 100).between(3000, 6000)))
        .hasValue(window("n1 ...##"));
    assertThat(find("amp", slots, request(1, 4, 100).between(3000, 6000))).isEmpty();
    assertThat(
            find(
                "amp", table("n2 ########", "n1 ...#####"), request(1, 2, 100).between(3000, 6000)))
        .hasValue(window("n1 ...##"));
  }

  @Test
  void alternativesAreDisjointAndLeaveTheRestVacant() {
    var slots = table("n1 ######", "n2 #######", "n3 price=9 ..##");

    var alternatives = CommonStats.alternatives(slots, request(2, 2, 4));

    assertThat(alternatives)
        .containsExactly(
            window("n1 ##", "n2 ##"),
            window("n1 ..##", "n2 ..##"),
            window("n1 ....##", "n2 ....##"));
    assertThat(slots.slots())
        .isEqualTo(table("n1 ######", "n2 #######", "n3 price=9 ..##").slots());
  }

  @Test
  void aCriterionTakesTheFirstBestAlternative() {
    var alternatives = List.of(window("n1 price=2 ##"), window("n2 ..##"), window("n3 ....##"));

    assertThat(CommonStats.best(alternatives, Criterion.COST)).hasValue(window("n2 ..##"));
    assertThat(CommonStats.best(alternatives, Criterion.START)).hasValue(window("n1 price=2 ##"));
    assertThat(CommonStats.best(List.of(), Criterion.START)).isEmpty();
  }

  @Test
  void theLeastEnergyIsThatOfAnAlternative() {
    var slots = table("n1 power=2 ##", "n2 power=1 ..##");

    var found = WindowSearches.published(Criterion.ENERGY).find(slots, request(1, 2, 100));

    assertThat(found.window()).hasValue(window("n2 power=1 ..##"));
    assertThat(found.proven()).isFalse();
  }

  /** Returns a request with volume per node and cost limit in whole units. */
  private static WindowRequest request(int nodes, long volume, long costLimit) {
    var work = Work.volume(volume * Ticks.PER_UNIT);
    return WindowRequest.of(nodes, work, Ticks.PER_UNIT, costLimit * Ticks.MILLI);
  }

  private static Optional<Window> find(String name, SlotTable slots, WindowRequest request) {
    return WindowSearches.named(name).orElseThrow().find(slots, request).window();
  }
}
