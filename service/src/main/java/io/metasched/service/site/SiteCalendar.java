package io.metasched.service.site;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Time taken by a site on its own nodes, as a snapshot.
 *
 * @param from time of the snapshot
 * @param until horizon, exclusive: nothing is known from there on
 * @param taken taken spans of each node, ordered by start, inside {@code from} to {@code until};
 *     spans with different reasons may overlap. An absent node does not belong to the site or is
 *     not for sale
 */
public record SiteCalendar(Instant from, Instant until, SortedMap<String, List<TakenSpan>> taken) {
  private static final Comparator<TakenSpan> ORDER =
      Comparator.comparing(TakenSpan::start)
          .thenComparing(TakenSpan::end)
          .thenComparing(TakenSpan::reason)
          .thenComparing(TakenSpan::detail);

  public SiteCalendar {
    var sorted = new TreeMap<String, List<TakenSpan>>();
    taken.forEach((node, spans) -> sorted.put(node, spans.stream().sorted(ORDER).toList()));
    taken = Collections.unmodifiableSortedMap(sorted);
  }
}
