package io.metasched.service.site.slurm;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteName;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Comparison of the holds that should exist with the state of a site. */
final class HoldCheck {
  private final HoldState state;
  private final Instant now;
  private final TreeSet<HoldFinding> findings = new TreeSet<>();

  private HoldCheck(HoldState state, Instant now) {
    this.state = state;
    this.now = now;
  }

  /** Returns the differences, in the order of names. */
  static List<HoldFinding> of(
      Collection<SiteHold> booked, HoldState state, CalendarRules rules, Instant now) {
    var check = new HoldCheck(state, now);
    var names = new TreeSet<String>();
    for (var hold : booked) {
      names.add(hold.name());
      if (hold.end().isAfter(now)) { // Slurm soon deletes a hold that has ended
        check.compare(hold);
      }
    }
    for (var each : state.reservations().all()) {
      if (rules.isOurs(each)
          && !names.contains(each.name())
          && SiteName.isAllowed(each.name())) { // it could not be released otherwise
        check.add(each.name(), Kind.LEFT_OVER, "");
      }
    }
    return List.copyOf(check.findings);
  }

  private void compare(SiteHold hold) {
    var found = state.reservations().named(hold.name());
    if (found.isEmpty()) {
      add(hold.name(), Kind.MISSING, "");
    } else if (!state.reservations().has(hold)) {
      add(hold.name(), Kind.CHANGED, found.get().place());
    }
    state.fault(hold.node()).ifPresent(why -> add(hold.name(), Kind.NODE_LOST, why));
    state
        .reservations()
        .overlapping(hold, now)
        .forEach(other -> add(hold.name(), Kind.OVERLAPPED, other.name()));
  }

  private void add(String hold, Kind kind, String detail) {
    findings.add(new HoldFinding(hold, kind, detail));
  }
}
