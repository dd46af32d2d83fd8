package io.metasched.service.site.slurm;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteHolds;
import io.metasched.service.site.SiteName;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Holds without reservations of their own: only the book of the service has them. A hold is made if
 * the site does not use its time, and is lost if the site uses it later. Releasing a hold cancels
 * its batch job, which has the name of the hold. Reservations that the agent made earlier, when it
 * still reserved windows, are deleted.
 */
public final class BookedHolds implements SiteHolds {
  private final SlurmCommands slurm;
  private final CalendarRules rules;
  private final Clock clock;

  /**
   * Creates the holds of one agent.
   *
   * @param clock clock of the site
   */
  public BookedHolds(SlurmCommands slurm, CalendarRules rules, Clock clock) {
    this.slurm = slurm;
    this.rules = rules;
    this.clock = clock;
  }

  private SlurmReading read() throws SiteException {
    return SlurmQuery.answer(() -> SlurmReading.of(slurm, rules));
  }

  @Override
  public Optional<HoldRefusal> hold(Collection<SiteHold> parts) throws SiteException {
    return hold(parts, read());
  }

  @Override
  public List<CompletableFuture<Optional<HoldRefusal>>> holdEach(
      List<? extends Collection<SiteHold>> bookings) {
    var results = new ArrayList<CompletableFuture<Optional<HoldRefusal>>>();
    try {
      var now = read();
      bookings.forEach(parts -> results.add(CompletableFuture.completedFuture(hold(parts, now))));
    } catch (SiteException e) {
      bookings.forEach(parts -> results.add(CompletableFuture.failedFuture(e)));
    }
    return results;
  }

  private Optional<HoldRefusal> hold(Collection<SiteHold> parts, SlurmReading now) {
    var denial = denial(now);
    for (var part : parts) {
      if (denial.isPresent()) {
        return Optional.of(
            new HoldRefusal(part.name(), HoldRefusal.Reason.NOT_PERMITTED, denial.get()));
      }
      var taken = taken(part, now).stream().findFirst();
      if (taken.isPresent()) {
        var reason =
            isOfNode(taken.get()) ? HoldRefusal.Reason.NODE_UNUSABLE : HoldRefusal.Reason.TAKEN;
        return Optional.of(new HoldRefusal(part.name(), reason, taken.get().detail()));
      }
    }
    return Optional.empty();
  }

  private static boolean isOfNode(TakenSpan span) {
    return span.reason() == Reason.DRAINED || span.reason() == Reason.DOWN;
  }

  /** Returns the spans in which the site uses the node of a hold, those of its state first. */
  private List<TakenSpan> taken(SiteHold hold, SlurmReading reading) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    if (!hold.end().isAfter(now)) {
      return List.of();
    }
    var spans = SlurmCalendar.of(reading, rules, now, hold.end()).taken().get(hold.node());
    return spans == null
        ? List.of(new TakenSpan(now, hold.end(), Reason.DOWN, "the site has no such node for sale"))
        : spans.stream()
            .filter(span -> hold.overlaps(span.start(), span.end()))
            .sorted(Comparator.comparing(span -> !isOfNode(span)))
            .toList();
  }

  @Override
  public Optional<String> whyNotPermitted(String node) throws SiteException {
    return denial(read());
  }

  private Optional<String> denial(SlurmReading reading) {
    var user = rules.users().get(0);
    return borrowed(reading)
        .filter(each -> !each.users().isEmpty() && !each.users().contains(user))
        .map(
            each ->
                "the reservation %s is for %s only"
                    .formatted(each.name(), String.join(", ", each.users())));
  }

  private Optional<SiteReservation> borrowed(SlurmReading reading) {
    return reading.reservations().stream()
        .filter(each -> rules.rights().borrowed().equals(Optional.of(each.name())))
        .findFirst();
  }

  @Override
  public void release(Collection<String> names) throws SiteException {
    var jobs = openJobs().stream().filter(job -> names.contains(job.name()));
    var ids = jobs.map(SiteJob::id).toList();
    if (!ids.isEmpty()) {
      SlurmQuery.answer(
          () -> {
            slurm.cancel(ids);
            return ids;
          });
    }
  }

  private List<SiteJob> openJobs() throws SiteException {
    return SlurmQuery.answer(() -> slurm.jobsOf(rules.users())).stream()
        .filter(job -> rules.isOurs(job) && !job.state().isOver())
        .toList();
  }

  @Override
  public List<HoldFinding> check(Collection<SiteHold> booked) throws SiteException {
    var reading = read();
    reading.reservations().stream().filter(rules::isOurs).forEach(this::delete);
    var findings = new TreeSet<HoldFinding>();
    var names = new TreeSet<String>();
    for (var hold : booked) {
      names.add(hold.name());
      if (hold.end().isAfter(clock.instant())) {
        findings.addAll(findings(hold, reading));
      }
    }
    openJobs().stream()
        .filter(job -> !names.contains(job.name()) && SiteName.isAllowed(job.name()))
        .forEach(job -> findings.add(new HoldFinding(job.name(), Kind.LEFT_OVER, "")));
    return List.copyOf(findings);
  }

  /** Deletes a reservation of the time when this agent still reserved windows, if it is unused. */
  private void delete(SiteReservation earlier) {
    try {
      slurm.delete(earlier.name());
    } catch (SlurmException inUse) {
      // repeated at the next check
    }
  }

  private List<HoldFinding> findings(SiteHold hold, SlurmReading reading) {
    var borrowed = rules.rights().borrowed();
    var lent = borrowed(reading);
    if (borrowed.isPresent() && lent.isEmpty()) {
      return List.of(
          new HoldFinding(hold.name(), Kind.MISSING, "no reservation " + borrowed.get()));
    } else if (denial(reading).isPresent()) {
      return List.of(new HoldFinding(hold.name(), Kind.CHANGED, denial(reading).get()));
    } else if (lent.filter(each -> !isInside(hold, each)).isPresent()) {
      return List.of(new HoldFinding(hold.name(), Kind.CHANGED, lent.get().place()));
    }
    return taken(hold, reading).stream()
        .filter(BookedHolds::isFinding)
        .map(
            span ->
                new HoldFinding(
                    hold.name(), isOfNode(span) ? Kind.NODE_LOST : Kind.OVERLAPPED, span.detail()))
        .toList();
  }

  /** Returns whether a hold is lost to a span: a job of the site may end before its limit. */
  private static boolean isFinding(TakenSpan span) {
    return switch (span.reason()) {
      case LOCAL_JOB, PLANNED_JOB -> false;
      case RESERVATION, MAINTENANCE, DRAINED, DOWN -> true;
    };
  }

  private boolean isInside(SiteHold hold, SiteReservation lent) {
    var end = hold.end();
    return lent.nodes().contains(hold.node())
        && lent.spans(end, rules.zone()).stream()
            .anyMatch(span -> !span.start().isAfter(hold.start()) && !span.end().isBefore(end));
  }
}
