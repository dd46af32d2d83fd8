package io.metasched.service.site;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Time taken by a site on its own nodes, as a snapshot.
 *
 * @param from time of the snapshot
 * @param until horizon, exclusive: later time is unknown
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
    Objects.requireNonNull(from); // a message may lack any field
    Objects.requireNonNull(until);
    var sorted = new TreeMap<String, List<TakenSpan>>();
    taken.forEach(
        (node, spans) -> sorted.put(node, List.copyOf(spans).stream().sorted(ORDER).toList()));
    taken = Collections.unmodifiableSortedMap(sorted);
  }

  /** Returns a calendar of nodes without a site: none of their time is taken. */
  public static SiteCalendar unused(Instant now, Collection<String> nodes) {
    var taken = new TreeMap<String, List<TakenSpan>>();
    nodes.forEach(node -> taken.put(node, List.of()));
    return new SiteCalendar(now, now.plusSeconds(1), taken);
  }

  /** Returns the part of this calendar that covers the selected nodes. */
  public SiteCalendar of(Collection<String> nodes) {
    var selected = new TreeMap<>(taken);
    selected.keySet().retainAll(new TreeSet<>(nodes));
    return new SiteCalendar(from, until, selected);
  }

  /**
   * Returns this calendar for the selected nodes only, under other names. A selected node that the
   * site does not have for sale counts as down.
   *
   * @param names name of each node at the site, by the node's new name
   */
  public SiteCalendar renamed(SortedMap<String, String> names) {
    var absent =
        List.of(new TakenSpan(from, until, TakenSpan.Reason.DOWN, "not among the nodes for sale"));
    var renamed = new TreeMap<String, List<TakenSpan>>();
    names.forEach((name, atSite) -> renamed.put(name, taken.getOrDefault(atSite, absent)));
    return new SiteCalendar(from, until, renamed);
  }
}
