package io.metasched.service.site.slurm;

import io.metasched.service.site.SiteHold;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reservations of a site by name and by node. */
final class ReservationIndex {
  private final ZoneId zone;
  private final TreeMap<String, SiteReservation> byName = new TreeMap<>();
  private final TreeMap<String, List<SiteReservation>> byNode = new TreeMap<>();

  /**
   * Creates an index.
   *
   * @param zone time zone of the site's controller
   */
  ReservationIndex(List<SiteReservation> reservations, ZoneId zone) {
    this.zone = zone;
    for (var each : reservations) {
      byName.put(each.name(), each);
      for (var node : each.nodes()) {
        byNode.computeIfAbsent(node, key -> new ArrayList<>()).add(each);
      }
    }
  }

  Collection<SiteReservation> all() {
    return byName.values();
  }

  Optional<SiteReservation> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns whether the site has exactly this hold. */
  boolean has(SiteHold hold) {
    return named(hold.name()).flatMap(SiteReservation::hold).filter(hold::equals).isPresent();
  }

  /** Returns the other reservations that have the node of a hold during it, from now on. */
  List<SiteReservation> overlapping(SiteHold hold, Instant now) {
    return byNode.getOrDefault(hold.node(), List.of()).stream()
        .filter(each -> !each.name().equals(hold.name()))
        .filter(
            each ->
                each.spans(hold.end(), zone).stream()
                    .anyMatch(
                        span -> span.end().isAfter(now) && hold.overlaps(span.start(), span.end())))
        .toList();
  }
}
