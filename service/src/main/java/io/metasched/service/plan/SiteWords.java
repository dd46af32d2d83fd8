package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.SiteSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Texts about the time that sites use for themselves. */
public final class SiteWords {
  private static final int MOST_NAMED = 4;

  private SiteWords() {}

  /**
   * Returns the span of a node's site that contains a tick and ends last; empty if the site does
   * not use the node at this tick.
   */
  public static Optional<SiteSpan> at(BookState state, String node, long tick) {
    return state.market().siteTime(node).stream()
        .filter(each -> each.span().start() <= tick && tick < each.span().end())
        .max((one, other) -> Long.compare(one.span().end(), other.span().end()));
  }

  /**
   * Returns sentences about nodes that their sites use at a tick, such as "hpc-3 is used by its
   * site until 2026-12-01T14:20:00Z (maintenance)", for the first four nodes, and the number of
   * further nodes.
   */
  public static List<String> sentences(BookState state, Collection<String> nodes, long tick) {
    var sentences = new ArrayList<String>();
    int more = 0;
    for (var node : nodes) {
      var span = at(state, node, tick);
      if (span.isPresent() && sentences.size() < MOST_NAMED) {
        sentences.add(sentence(state, node, span.get()));
      } else if (span.isPresent()) {
        more++;
      }
    }
    if (more > 0) {
      sentences.add("%s more %s used by their sites".formatted(more, more == 1 ? "is" : "are"));
    }
    return sentences;
  }

  private static String sentence(BookState state, String node, SiteSpan span) {
    var until =
        span.hasEnd()
            ? "until " + ReasonText.time(state.ticks().instant(span.span().end()))
            : "until further notice";
    return "%s is used by its site %s (%s)"
        .formatted(node, until, span.reason().label().replace('-', ' '));
  }
}
