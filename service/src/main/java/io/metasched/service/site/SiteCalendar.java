package io.metasched.service.site;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Times that a site has taken on its nodes, as it was read at one time.
 *
 * @param from time of the reading
 * @param until horizon, exclusive: nothing is known from there on
 * @param taken for each node its taken spans, by start, all of them inside {@code from} to {@code
 *     until}; they may overlap, as each has a reason of its own. A node that is absent is not the
 *     site's, or not for sale
 */
public record SiteCalendar(Instant from, Instant until, SortedMap<String, List<TakenSpan>> taken) {
  private static final Comparator<TakenSpan> ORDER =
      Comparator.comparing(TakenSpan::start)
          .thenComparing(TakenSpan::end)
          .thenComparing(TakenSpan::reason)
          .thenComparing(TakenSpan::detail);

  /** Creates a calendar. */
  public SiteCalendar {
    var sorted = new TreeMap<String, List<TakenSpan>>();
    taken.forEach((node, spans) -> sorted.put(node, spans.stream().sorted(ORDER).toList()));
    taken = Collections.unmodifiableSortedMap(sorted);
  }
}
