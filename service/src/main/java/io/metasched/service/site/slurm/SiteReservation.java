package io.metasched.service.site.slurm;

import io.metasched.service.site.SiteHold;
import io.metasched.service.site.TakenSpan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reservation at a site: the site's own or one of ours.
 *
 * @param end end time, exclusive
 * @param nodes reserved nodes; empty for a reservation without nodes, for example of licenses
 * @param flags flags, such as {@code MAINT}
 * @param isActive whether the reservation has begun
 * @param users users whose jobs may run in the reservation
 * @param accounts accounts whose jobs may run in the reservation
 */
@RecordBuilder
public record SiteReservation(
    String name,
    Instant start,
    Instant end,
    List<String> nodes,
    SortedSet<String> flags,
    boolean isActive,
    List<String> users,
    List<String> accounts)
    implements SiteReservationBuilder.With {
  /** Maximum number of single spans of a recurring reservation in a calendar. */
  static final int RECURRENCES = 200;

  public SiteReservation {
    nodes = List.copyOf(nodes);
    flags = new TreeSet<>(flags);
    users = List.copyOf(users);
    accounts = List.copyOf(accounts);
  }

  public boolean isMaintenance() {
    return flags.contains("MAINT");
  }

  /** Returns this reservation as a hold; empty if it has several nodes or none. */
  Optional<SiteHold> hold() {
    return nodes.size() == 1
        ? Optional.of(new SiteHold(name, nodes.get(0), start, end))
        : Optional.empty();
  }

  /** Returns nodes and times as text. */
  String place() {
    return "%s from %s to %s".formatted(String.join(",", nodes), start, end);
  }

  /**
   * Returns the spans that begin before a time. Of a recurring reservation, these are its next
   * {@link #RECURRENCES}; the time from the one after them counts as taken.
   *
   * @param zone time zone of the site's controller
   */
  List<TakenSpan> spans(Instant until, ZoneId zone) {
    var reason = isMaintenance() ? TakenSpan.Reason.MAINTENANCE : TakenSpan.Reason.RESERVATION;
    var recurrence = Recurrence.of(flags);
    var spans = new ArrayList<TakenSpan>();
    var length = Duration.between(start, end);
    var next = start.atZone(zone);
    while (next.toInstant().isBefore(until) && !length.isNegative() && !length.isZero()) {
      boolean isLast = spans.size() == RECURRENCES;
      var begin = next.toInstant();
      spans.add(new TakenSpan(begin, isLast ? until : begin.plus(length), reason, name));
      if (isLast || recurrence.isEmpty()) {
        break;
      }
      next = recurrence.get().next(next);
    }
    return spans;
  }
}
