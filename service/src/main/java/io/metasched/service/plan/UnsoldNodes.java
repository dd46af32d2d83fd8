package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.run.Silence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Nodes that sell nothing at present, with the reasons. */
public final class UnsoldNodes {
  private static final int NAMED = 4;

  private UnsoldNodes() {}

  /** Returns the nodes of a fleet that sell nothing, by name. */
  public static SortedMap<String, Reason> of(BookState state, Fleet fleet) {
    var unsold = new TreeMap<String, Reason>();
    for (var node : fleet.nodes()) {
      why(state, node.name()).ifPresent(why -> unsold.put(node.name(), why));
    }
    return unsold;
  }

  /** Returns the reason why a node sells nothing; empty if it sells time. */
  public static Optional<Reason> why(BookState state, String node) {
    return state
        .drain(node)
        .map(drain -> new Reason("drained", "drained: " + drain.reason()))
        .or(() -> Optional.ofNullable(state.market().silent().get(node)).map(UnsoldNodes::words))
        .or(
            () ->
                state
                    .market()
                    .policies()
                    .get(node)
                    .filter(policy -> !policy.forSale())
                    .map(policy -> new Reason("not-for-sale", "its owner sells none of its time")));
  }

  private static Reason words(Silence silence) {
    var since = ReasonText.time(silence.since());
    return switch (silence.cause()) {
      case NO_AGENT -> new Reason("no-agent", "the agent has been silent since " + since);
      case CLOCK_OFF -> new Reason("clock-off", "the agent's clock has been wrong since " + since);
      case SITE_UNREAD -> new Reason("site-unread", "its site has not been read since " + since);
      case NOT_PERMITTED ->
          new Reason(
              "not-permitted", "its site has refused reservations to the agent since " + since);
      case SHADOW -> new Reason("shadow", "its site is only observed");
    };
  }

  /**
   * Returns a sentence for each group of nodes with the same reason, such as "north-1 sells
   * nothing: drained: x".
   */
  public static List<String> sentences(SortedMap<String, Reason> unsold) {
    var byText = new TreeMap<String, List<String>>();
    unsold.forEach(
        (node, why) -> byText.computeIfAbsent(why.text(), text -> new ArrayList<>()).add(node));
    var sentences = new ArrayList<String>();
    byText.forEach(
        (text, nodes) -> {
          var named = String.join(", ", nodes.subList(0, Math.min(NAMED, nodes.size())));
          int more = nodes.size() - NAMED;
          sentences.add(
              "%s%s %s nothing: %s"
                  .formatted(
                      named,
                      more > 0 ? " and %d more".formatted(more) : "",
                      nodes.size() == 1 ? "sells" : "sell",
                      text));
        });
    return sentences;
  }
}
