package io.metasched.service.site.slurm;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
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
  public SiteReservation {
    nodes = List.copyOf(nodes);
    flags = new TreeSet<>(flags);
    users = List.copyOf(users);
    accounts = List.copyOf(accounts);
  }

  public boolean isMaintenance() {
    return flags.contains("MAINT");
  }
}
