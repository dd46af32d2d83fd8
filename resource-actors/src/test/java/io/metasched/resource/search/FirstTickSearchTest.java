package io.metasched.resource.search;

import static io.metasched.resource.fixture.Pictures.table;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tables that a search at the first tick accepts, and the data that it caches for them. */
final class FirstTickSearchTest {
  private final FirstTickSearch search = new FirstTickSearch(1, 1);

  private static WindowRequest request(long units) {
    return WindowRequest.of(1, Work.volume(units * Ticks.PER_UNIT), Ticks.PER_UNIT, 100_000);
  }

  /** Returns the result of the second search at a tick, the first one that is answered. */
  private static Optional<Window> found(FirstTickSearch search, SlotTable table, long units) {
    search.find(table, request(units), WindowRequest.NO_LIMIT);
    return search.find(table, request(units), WindowRequest.NO_LIMIT).orElseThrow().window();
  }

  @Test
  void ofTwoCopiesOfATableEachSellsItsOwnTime() {
    var whole = table("n1 ####", "n2 price=2 ####", "n3 price=3 ####");
    var one = whole.copy();
    var other = whole.copy();

    assertThat(found(search, one, 4)).hasValue(window("n1 ####"));
    one.subtract(window("n1 ####"));
    assertThat(found(search, one, 4)).hasValue(window("n2 price=2 ####"));
    assertThat(found(search, other, 4)).hasValue(window("n1 ####"));
    other.subtract(window("n1 ####"));
    other.subtract(window("n2 price=2 ####"));

    assertThat(found(search, other, 4)).hasValue(window("n3 price=3 ####"));
    assertThat(found(search, one, 4)).hasValue(window("n2 price=2 ####"));
  }

  @Test
  void timeThatIsGivenBackIsForSaleAgain() {
    var table = table("n1 ####", "n2 price=2 ####").copy();
    found(search, table, 4);
    table.subtract(window("n1 ####"));
    assertThat(found(search, table, 4)).hasValue(window("n2 price=2 ####"));

    table.giveBack(new Slot(Node.of(1, 1, 1000), Span.of(0, 4000), 1000));

    assertThat(found(search, table, 4)).hasValue(window("n1 ####"));
  }

  @Test
  void cachedOffersAreOfOneTick() {
    var table = table("n1 ####", "n2 price=2 ########").copy();

    assertThat(found(search, table, 4)).hasValue(window("n1 ####"));
    var late = request(4).notBefore(1000);
    assertThat(search.find(table, late, WindowRequest.NO_LIMIT)).isEmpty();

    assertThat(found(search, table, 4)).hasValue(window("n1 ####"));
    assertThat(search.find(table, late, WindowRequest.NO_LIMIT).flatMap(SearchResult::window))
        .hasValue(window("n2 price=2 .####"));
  }

  /** Returns a table of nodes with alternating grades, all vacant for 100 units of time. */
  private static SlotTable crowd(int nodes, int grades) {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < nodes; id++) {
      var node = Node.of(id, 1 + id % grades, 1000L + id);
      slots.add(new Slot(node, Span.of(0, 100_000), node.priceMilli()));
    }
    return new SlotTable(slots).copy();
  }

  private static boolean isSearched(SlotTable table) {
    var search = new FirstTickSearch();
    var request = request(70);
    boolean atOnce = search.find(table, request, WindowRequest.NO_LIMIT).isPresent();
    assertThat(atOnce).isFalse();
    return search.find(table, request, WindowRequest.NO_LIMIT).isPresent();
  }

  @Test
  void tablesOf4096OffersAndMoreAreSearchedWhereAGradeHas64() {
    assertThat(isSearched(crowd(4095, 1))).isFalse();
    assertThat(isSearched(crowd(4096, 1))).isTrue();
    assertThat(isSearched(crowd(4096, 64))).isTrue();
    assertThat(isSearched(crowd(4096, 65))).isFalse();
  }

  @Test
  void soldSlotsOfALargeTableAreNotSoldAgain() {
    var table = crowd(5000, 4);
    var copy = table.copy();
    var large = new FirstTickSearch();
    var sold = new ArrayList<Window>();
    var nodes = new TreeSet<Integer>();
    for (int sale = 0; sale < 50; sale++) {
      var window = found(large, table, 70).orElseThrow();
      table.subtract(window);
      sold.add(window);
      nodes.add(window.parts().get(0).node());
    }

    assertThat(nodes).hasSize(50);
    assertThat(sold).isSortedAccordingTo(Comparator.comparingLong(Window::costMilli));
    assertThat(found(large, copy, 70)).hasValue(sold.get(0));
    assertThat(nodes).doesNotContain(found(large, table, 70).orElseThrow().parts().get(0).node());
  }

  @Test
  void cachedOffersAreOfTheLastEightTicks() {
    var table = table("n1 ####", "n2 ####################").copy();
    for (int tick = 0; tick < 8; tick++) {
      assertThat(isFoundAt(tick, table)).isFalse();
      assertThat(isFoundAt(tick, table)).isTrue();
    }
    assertThat(isFoundAt(0, table)).isTrue();

    assertThat(isFoundAt(8, table)).isFalse();
    assertThat(isFoundAt(8, table)).isTrue();

    assertThat(isFoundAt(0, table)).isTrue(); // used after tick 1
    assertThat(isFoundAt(2, table)).isTrue();
    assertThat(isFoundAt(1, table)).isFalse();
  }

  private boolean isFoundAt(int unit, SlotTable table) {
    var request = request(1).notBefore(unit * Ticks.PER_UNIT);
    return search.find(table, request, WindowRequest.NO_LIMIT).isPresent();
  }

  @Test
  void partsAreNoLongerThanAskedAndEndByTheDeadline() {
    var table = table("n1 ####", "n2 perf=2 price=9 ####").copy();
    var any = request(4);
    search.find(table, any, WindowRequest.NO_LIMIT);

    assertThat(start(table, any, 4000)).hasValue(window("n1 ####"));
    assertThat(start(table, any, 3999)).hasValue(window("n2 perf=2 price=9 ##"));
    assertThat(start(table, any, 1999)).isEmpty();
    assertThat(start(table, any.between(0, 4000), 9000)).hasValue(window("n1 ####"));
    assertThat(start(table, any.between(0, 3999), 9000)).hasValue(window("n2 perf=2 price=9 ##"));
  }

  @Test
  void theLimitOnCostMayBeReachedButNotPassed() {
    var table = table("n1 price=2 ####", "n2 price=3 ####").copy();
    var two = WindowRequest.of(2, Work.volume(1000), 1000, 5000);
    search.find(table, two, WindowRequest.NO_LIMIT);

    assertThat(start(table, two, 9000)).hasValue(window("n1 price=2 #", "n2 price=3 #"));
    assertThat(start(table, two.withCostLimit(4999), 9000)).isEmpty();
  }

  private Optional<Window> start(SlotTable table, WindowRequest request, long longest) {
    return search.find(table, request, longest).orElseThrow().window();
  }

  @Test
  void aSearchEndsAfterAThousandOffersThatAreNotAdmitted() {
    assertThat(searchBehind(999).flatMap(SearchResult::window)).isPresent();
    assertThat(searchBehind(1000)).isEmpty();
  }

  /** Searches for the only admitted node, which follows a number of cheaper nodes. */
  private static Optional<SearchResult> searchBehind(int unfit) {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id <= unfit; id++) {
      var properties = id < unfit ? List.<String>of() : List.of("gpu");
      slots.add(
          new Slot(new Node(id, 0, 1, 1000L + id, 0, properties), Span.of(0, 9000), 1000L + id));
    }
    var table = new SlotTable(slots).copy();
    var request =
        new WindowRequest(
            1,
            Work.volume(1000),
            1000,
            new Requirements(1, List.of("gpu")),
            WindowRequest.NO_LIMIT,
            WindowRequest.NO_LIMIT,
            0,
            WindowRequest.NO_LIMIT);
    var search = new FirstTickSearch(1, 1);
    search.find(table, request, WindowRequest.NO_LIMIT);
    return search.find(table, request, WindowRequest.NO_LIMIT);
  }

  @Test
  void onlyTablesWithTimeInThemThatIsReadByOfferAreSearched() {
    var plain = table("n1 ####");
    search.find(plain, request(4), WindowRequest.NO_LIMIT);

    assertThat(search.find(plain, request(4), WindowRequest.NO_LIMIT)).isEmpty();
    assertThat(search.find(table().copy(), request(4), WindowRequest.NO_LIMIT)).isEmpty();
    assertThat(search.find(table().copy(), request(4), WindowRequest.NO_LIMIT)).isEmpty();
  }
}
