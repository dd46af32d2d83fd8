package io.metasched.resource.search;

import static io.metasched.resource.fixture.Pictures.table;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers of the exact searches on small pictures. */
final class ExactSearchTest {
  /**
   * Table with slow cheap slots first, fast expensive ones later, and low-power ones in between.
   */
  private static final SlotTable CANONICAL =
      table(
          "n1 price=2.0 power=3          ########............",
          "n2 price=2.5 power=3          ########............",
          "n3 price=9.0 power=9  perf=3  ...###..............",
          "n4 price=9.0 power=9  perf=3  ...###..............",
          "n5 price=1.0 power=2          ........########....",
          "n6 price=1.0 power=2          ........########....",
          "n7 price=2.0 power=1  perf=2  ..........########..",
          "n8 price=3.0 power=1  perf=2  ..........########..",
          "n9 price=40  power=90 perf=6  ..............######",
          "n0 price=40  power=90 perf=6  ..............######");

  @ParameterizedTest
  @CsvSource({
    "START,     'n1 price=2 power=3 ######',   'n2 price=2.5 power=3 ######'",
    "COST,      'n5 ........######',           'n6 ........######'",
    "RUNTIME,   'n0 ..............#',          'n9 ..............#'",
    "FINISH,    'n3 ...##',                    'n4 ...##'",
    "PROC_TIME, 'n0 ..............#',          'n9 ..............#'",
    "ENERGY,    'n7 ..........###',            'n8 ..........###'"
  })
  void eachCriterionHasItsWindow(Criterion criterion, String part, String otherPart) {
    var found = find(criterion, CANONICAL, request(2, 6, 100)).orElseThrow();

    var expected = window(part, otherPart);
    assertThat(found.parts())
        .extracting(p -> List.of(p.node(), p.span()))
        .isEqualTo(expected.parts().stream().map(p -> List.of(p.node(), p.span())).toList());
  }

  @ParameterizedTest
  @EnumSource
  void ofEqualsTheFirstThenTheCheapestThenTheLeastNodesAreTaken(Criterion criterion) {
    var equal = table("n5 ..##", "n4 ..##", "n3 .##", "n2 .##", "n9 .##");
    var cheaper = table("n1 price=2 ##", "n2 ##", "n3 ##");

    assertThat(find(criterion, equal, request(2, 2, 100))).hasValue(window("n2 .##", "n3 .##"));
    assertThat(find(criterion, cheaper, request(2, 2, 100))).hasValue(window("n2 ##", "n3 ##"));
  }

  @ParameterizedTest
  @EnumSource
  void aSlotIsOfUseUntilItsRestIsTooShort(Criterion criterion) {
    assertThat(find(criterion, table("n1 ###", "n2 .###"), request(2, 2, 100)))
        .hasValue(window("n1 .##", "n2 .##"));
    assertThat(find(criterion, table("n1 ##", "n2 .###"), request(2, 2, 100))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theLimitOnCostMayBeReachedButNotPassed(Criterion criterion) {
    var slots = table("n1 price=2 ##", "n2 ..##");

    assertThat(find(criterion, slots, request(1, 2, 2))).hasValue(window("n2 ..##"));
    assertThat(find(criterion, slots, request(1, 2, 1))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void noWindowIsProvenToBeNone(Criterion criterion) {
    var search = WindowSearches.exact(criterion, 1);

    assertThat(search.find(table(), request(1, 1, 1))).isEqualTo(SearchResult.none());
    assertThat(search.find(table("n1 ####"), request(2, 1, 100))).isEqualTo(SearchResult.none());
    assertThat(search.find(table("n1 ##", "n2 ..##"), request(2, 1, 100)))
        .isEqualTo(SearchResult.none());
  }

  @ParameterizedTest
  @EnumSource
  void aTableMayHaveOffersWithoutAnyTime(Criterion criterion) {
    var slots = new SlotTable(List.of(), table("n1 ####").slots()).copy();

    assertThat(find(criterion, slots, request(1, 1, 100))).isEmpty();
  }

  @Test
  void theRankOfTheMostExpensivePartOfAKeptWindowIsItsLast() {
    var kept = new WindowBuilder();
    kept.begin(3);
    kept.keep(5, new int[] {1, 4, 7});

    assertThat(kept.mostExpensive()).isEqualTo(7);
    assertThat(kept.isAt(5)).isTrue();
    assertThat(kept.isAt(6)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void partsStartNoEarlierAndEndNoLaterThanAsked(Criterion criterion) {
    var slots = table("n1 ########", "n2 ..######");

    assertThat(find(criterion, slots, request(2, 2, 100).between(3000, 5000)))
        .hasValue(window("n1 ...##", "n2 ...##"));
    assertThat(find(criterion, slots, request(2, 2, 100).between(3000, 4999))).isEmpty();
    assertThat(find(criterion, slots, request(2, 2, 100).between(0, 3000))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void onlyNodesThatMeetTheRequirementsTakePart(Criterion criterion) {
    var slots =
        table("n1 has=gpu ####", "n2 ####", "n3 perf=2 ####", "n4 perf=2 price=3 has=gpu ####");
    var anyNode = request(1, 2, 100);
    var request =
        new WindowRequest(
            1,
            anyNode.work(),
            anyNode.granularityTicks(),
            new Requirements(2, List.of("gpu")),
            anyNode.costLimitMilli(),
            WindowRequest.NO_LIMIT,
            0,
            WindowRequest.NO_LIMIT);

    assertThat(find(criterion, slots, request)).hasValue(window("n4 perf=2 price=3 has=gpu #"));
    assertThat(find(criterion, slots, request.withSlotPriceLimit(2999))).isEmpty();
  }

  @Test
  void theLeastProcessorTimeIsABestFillOfTheBudget() {
    // the two fastest nodes are too expensive together, and the cheapest nodes are slow
    var slots =
        table(
            "n1 perf=1 price=1 ######",
            "n2 perf=2 price=3 ######",
            "n3 perf=3 price=6 ######",
            "n4 perf=6 price=20 ######");

    var found = WindowSearches.exact(Criterion.PROC_TIME, 1000).find(slots, request(2, 6, 30));

    assertThat(found.window()).hasValue(window("n2 perf=2 price=3 ###", "n4 perf=6 price=20 #"));
    assertThat(found.proven()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"PROC_TIME", "ENERGY"})
  void ofEqualSumsTheLeastNodesAreTaken(Criterion criterion) {
    // lengths of 1 and 3, or 2 and 2, at a cost of 22
    var outer =
        table(
            "n1 perf=12 price=13 power=1 #############",
            "n2 perf=6 price=5.5 power=1 #############",
            "n3 perf=6 price=5.5 power=1 #############",
            "n4 perf=4 price=3 power=1 #############");
    var inner =
        table(
            "n2 perf=12 price=13 power=1 #############",
            "n1 perf=6 price=5.5 power=1 #############",
            "n4 perf=6 price=5.5 power=1 #############",
            "n3 perf=4 price=3 power=1 #############");
    var request = WindowRequest.of(2, Work.volume(12_000), Ticks.PER_UNIT, 22_000);

    for (var slots : List.of(outer, inner)) {
      assertThat(find(criterion, slots, request).orElseThrow().parts())
          .extracting(Part::node)
          .containsExactly(1, 4);
    }
  }

  @Test
  void aFamilyProvesThatThereIsNoneWhereItIsExactAndNoKnapsack() {
    assertThat(List.of(Criterion.values()))
        .filteredOn(SearchFamily.exact(1)::provesNone)
        .containsExactly(Criterion.START, Criterion.COST, Criterion.RUNTIME, Criterion.FINISH);
    assertThat(List.of(Criterion.values())).noneMatch(SearchFamily.published()::provesNone);
  }

  @Test
  void aKnapsackReadsAllSlotsAndAnyOtherExactSearchTheRelevantOnes() {
    var all = table("n1 ####");
    var relevant = table("n1 ...#");
    var view = new TwoTables(all, relevant);
    var request = request(1, 1, 100);
    var family = SearchFamily.exact(1);

    for (var criterion : Criterion.values()) {
      assertThat(family.find(view, request, criterion).window())
          .hasValue(window(criterion.isKnapsack() ? "n1 #" : "n1 ...#"));
      assertThat(SearchFamily.published().find(view, request, criterion).window())
          .hasValue(window("n1 #"));
    }
  }

  @Test
  void aSearchByStartThatIsRepeatedReadsSlotsFromItsLastWindowOn() {
    var view = new TwoTables(table(), table("n1 ..####").copy());
    var request = request(1, 1, 100);
    var byStart = SearchFamily.exact(1).prepared().repeated(request, Criterion.START);
    var byRuntime = SearchFamily.exact(1).prepared().repeated(request, Criterion.RUNTIME);
    view.subtract(byStart.next(view).window().orElseThrow());
    view.subtract(byRuntime.next(view).window().orElseThrow());
    view.asked.clear();

    byStart.next(view);
    byRuntime.next(view);

    assertThat(view.asked).containsExactly(request.notBefore(2000), request);
  }

  /** View whose relevant slots are not all of its slots. */
  private static final class TwoTables implements SlotView {
    final List<WindowRequest> asked = new ArrayList<>();
    private final SlotTable all;
    private final SlotTable relevant;

    TwoTables(SlotTable all, SlotTable relevant) {
      this.all = all;
      this.relevant = relevant;
    }

    @Override
    public SlotTable relevant(WindowRequest request, Criterion criterion) {
      asked.add(request);
      return relevant;
    }

    @Override
    public SlotTable whole() {
      return all;
    }

    @Override
    public void subtract(Window window) {
      relevant.subtract(window);
    }

    @Override
    public void giveBack(List<Slot> slots) {
      relevant.giveBack(slots);
    }

    @Override
    public SlotView copy() {
      return new TwoTables(all.copy(), relevant.copy());
    }
  }

  @Test
  void everySearchIsKnownByItsName() {
    assertThat(WindowSearches.names())
        .containsExactly(
            "amp",
            "alp",
            "mincost",
            "minruntime",
            "minfinish",
            "minproctime",
            "start",
            "cost",
            "runtime",
            "finish",
            "proctime",
            "energy");
    assertThat(WindowSearches.names()).allMatch(name -> WindowSearches.named(name).isPresent());
    assertThat(WindowSearches.named("best")).isEmpty();
  }

  @Test
  void exactSearchesResumeWhereValuesAreOftenEqual() {
    assertThat(List.of(Criterion.values()))
        .filteredOn(SearchFamily.exact(1)::resumes)
        .containsExactly(Criterion.START, Criterion.RUNTIME, Criterion.FINISH);
    assertThat(List.of(Criterion.values())).noneMatch(SearchFamily.published()::resumes);
  }

  @Test
  void aFamilyServesEachCriterionWithItsOwnKind() {
    var slots = table("n1 price=3 ####", "n2 price=3 ####", "n3 price=1 ####");
    var request = request(2, 2, 12);

    assertThat(SearchFamily.exact(1).by(Criterion.START).find(slots, request).window())
        .isEqualTo(find(Criterion.START, slots, request));
    assertThat(SearchFamily.published().by(Criterion.START).find(slots, request).window())
        .hasValue(window("n1 price=3 ##", "n2 price=3 ##"));
  }

  @Test
  void aSearchThatBranchesMayTakeAtLeastOneStep() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WindowSearches.exact(Criterion.ENERGY, 0));
  }

  private static WindowRequest request(int nodes, long volume, long costLimit) {
    var work = Work.volume(volume * Ticks.PER_UNIT);
    return WindowRequest.of(nodes, work, Ticks.PER_UNIT, costLimit * Ticks.MILLI);
  }

  private static Optional<Window> find(
      Criterion criterion, SlotTable slots, WindowRequest request) {
    return WindowSearches.exact(criterion, 1000).find(slots, request).window();
  }
}
