package io.metasched.metascheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FreedTimeTest {
  private final FreedTime freed = new FreedTime();

  /** Returns spans of different nodes, prices and times, from a number on. */
  private static List<Slot> spans(int from, int count) {
    var spans = new ArrayList<Slot>();
    for (int i = from; i < from + count; i++) {
      spans.add(new Slot(Node.of(i, 1, 5), new Span(10L * i, 10L * i + 7), 1000 + i));
    }
    return spans;
  }

  private void requireContent(List<Slot> expected) {
    var content = new ArrayList<Slot>();
    for (int i = 0; i < freed.size(); i++) {
      content.add(
          new Slot(freed.node(i), new Span(freed.start(i), freed.end(i)), freed.priceMilli(i)));
    }
    assertThat(content).isEqualTo(expected);
  }

  @Test
  void keepsAllSpansInOrderHoweverManyThereAre() {
    var spans = spans(0, 300);

    freed.addAll(spans.subList(0, 64));
    requireContent(spans.subList(0, 64));
    freed.addAll(spans.subList(64, 65));
    requireContent(spans.subList(0, 65));
    freed.addAll(spans.subList(65, 300));
    requireContent(spans);
  }

  @Test
  void forgetsTheOldestSpans() {
    freed.addAll(spans(0, 40));

    freed.forgetFirst(0);
    requireContent(spans(0, 40));
    freed.forgetFirst(25);
    requireContent(spans(25, 15));
    freed.addAll(spans(40, 3));
    requireContent(spans(25, 18));
    freed.forgetFirst(18);
    requireContent(List.of());
    freed.addAll(spans(7, 2));
    requireContent(spans(7, 2));
  }

  @Test
  void numbersTheOffersOfTheSpansInTheGivenTable() {
    var all = new Offers(spans(0, 10));
    var even = new Offers(spans(0, 10).stream().filter(slot -> slot.node().id() % 2 == 0).toList());
    freed.addAll(spans(3, 5));

    assertThat(numbers(all)).containsExactly(3, 4, 5, 6, 7);
    assertThat(numbers(even)).containsExactly(-1, 2, -1, 3, -1);
    assertThat(numbers(all)).containsExactly(3, 4, 5, 6, 7);
  }

  @Test
  void numbersOfSpansAreThoseOfTheRestAfterTheOldestAreForgotten() {
    var all = new Offers(spans(0, 10));
    freed.addAll(spans(3, 5));
    numbers(all);

    freed.forgetFirst(2);
    assertThat(numbers(all)).containsExactly(5, 6, 7);
    freed.addAll(spans(0, 2));
    assertThat(numbers(all)).containsExactly(5, 6, 7, 0, 1);
  }

  private List<Integer> numbers(Offers offers) {
    var numbers = new ArrayList<Integer>();
    for (int i = 0; i < freed.size(); i++) {
      numbers.add(freed.offer(i, offers));
    }
    return numbers;
  }
}
