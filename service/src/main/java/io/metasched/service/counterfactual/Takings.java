package io.metasched.service.counterfactual;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import java.util.List;
import java.util.TreeMap;

/** Revenue of each node's owner, counted at the time of payment. Confined to one thread. */
final class Takings {
  private final TreeMap<String, Long> milli = new TreeMap<>();

  /**
   * Counts the payments of an event.
   *
   * @param before state of the book before the event
   */
  void take(BookState before, BookEvent event) {
    if (event instanceof BookEvent.JobEnded ended) {
      var parts = before.job(ended.id()).orElseThrow().parts();
      for (int i = 0; i < ended.chargedMilli().size(); i++) {
        add(parts.get(i).node(), ended.chargedMilli().get(i));
      }
    } else if (event instanceof BookEvent.ClaimEnded ended) {
      var nodes = before.market().claims().get(ended.id()).map(c -> c.nodes()).orElseGet(List::of);
      for (int i = 0; i < ended.chargedMilli().size(); i++) {
        add(nodes.get(i), ended.chargedMilli().get(i));
      }
    } else if (event instanceof BookEvent.ClaimMade made && made.feeMilli() > 0) {
      made.nodes().forEach(node -> add(node, made.feeMilli()));
    }
  }

  private void add(String node, long more) {
    milli.merge(node, more, Long::sum);
  }

  /** Returns the revenue of a node, in 1/1000. */
  long of(String node) {
    return milli.getOrDefault(node, 0L);
  }
}
