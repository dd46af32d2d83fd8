package io.metasched.resource.search;

import static io.metasched.resource.fixture.Pictures.table;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
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
  void whatIsKeptIsOfOneTick() {
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
  void whatALargeTableSellsIsNotSoldAgain() {
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
}
