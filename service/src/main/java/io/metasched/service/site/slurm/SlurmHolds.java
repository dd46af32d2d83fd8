package io.metasched.service.site.slurm;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.HoldRefusal.Reason;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteHolds;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds as reservations of Slurm, one for each part, because Slurm 22.05 cannot remove single nodes
 * from a reservation. Slurm refuses a second reservation with the same name, so that a name makes
 * the creation idempotent.
 */
public final class SlurmHolds implements SiteHolds {
  private final SlurmCommands slurm;
  private final CalendarRules rules;
  private final Clock clock;

  /**
   * Creates the holds of one service.
   *
   * @param rules partition for sale, and prefix and users of our reservations
   * @param clock clock of the site
   */
  public SlurmHolds(SlurmCommands slurm, CalendarRules rules, Clock clock) {
    this.slurm = slurm;
    this.rules = rules;
    this.clock = clock;
  }

  /** Query to Slurm. */
  private interface Query<T> {
    T make() throws SlurmException;
  }

  /** Change by Slurm. */
  private interface Change {
    void make() throws SlurmException;
  }

  private static <T> T call(Query<T> query) throws SiteException {
    try {
      return query.make();
    } catch (SlurmException e) {
      throw new SiteException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Makes a change.
   *
   * @return the refusal, after which nothing has changed; empty if the change is made
   * @throws SiteException if it is unknown whether the change is made
   */
  private static Optional<SlurmRefusal> change(Change change) throws SiteException {
    try {
      change.make();
      return Optional.empty();
    } catch (SlurmException e) {
      if (e instanceof SlurmRefusal refusal) {
        return Optional.of(refusal);
      }
      throw new SiteException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Makes a change whose result is a hold. If the change is not answered, looks the hold up by
   * name.
   */
  private Optional<SlurmRefusal> change(SiteHold wanted, Change change) throws SiteException {
    try {
      return change(change);
    } catch (SiteException unanswered) {
      if (isThere(wanted)) {
        return Optional.empty();
      }
      throw unanswered;
    }
  }

  @Override
  public Optional<HoldRefusal> hold(Collection<SiteHold> parts) throws SiteException {
    var nodes = call(slurm::nodes);
    for (var part : parts) {
      requireOurs(part.name());
      var fault = fault(nodes, part.node());
      if (fault.isPresent()) { // Slurm would reserve drained nodes, too
        return Optional.of(new HoldRefusal(part.name(), Reason.NODE_UNUSABLE, fault.get()));
      }
    }
    var before = call(slurm::reservations).stream().flatMap(each -> hold(each).stream()).toList();
    var made = new ArrayList<String>(); // names of the holds made by this call
    for (var part : parts.stream().sorted(Comparator.comparing(SiteHold::name)).toList()) {
      if (before.contains(part)) {
        continue;
      }
      var refusal = create(part);
      if (refusal.isPresent()) {
        release(made);
        return refusal;
      }
      made.add(part.name());
    }
    return Optional.empty();
  }

  private void requireOurs(String name) {
    if (!name.startsWith(rules.prefix())) {
      throw new IllegalArgumentException(
          "a hold is named %s..., given was %s".formatted(rules.prefix(), name));
    }
  }

  /** Returns the reason why a node cannot be used; empty if it can. */
  private Optional<String> fault(List<SiteNode> nodes, String name) {
    var node = nodes.stream().filter(each -> each.name().equals(name)).findFirst();
    if (node.isEmpty()) {
      return Optional.of("the site has no node " + name);
    }
    var found = node.get();
    var state = found.state();
    if (found.isSilent()
        || state.use() == SiteNodeState.Use.DOWN
        || state.use() == SiteNodeState.Use.DRAINED) {
      var words = found.isSilent() ? "not responding" : state.name();
      return Optional.of(found.reason().isEmpty() ? words : found.reason());
    }
    boolean isForSale =
        found.partitions().stream()
            .anyMatch(each -> each.name().equals(rules.partition()) && each.isUp());
    return isForSale
        ? Optional.empty()
        : Optional.of("%s is not in partition %s".formatted(name, rules.partition()));
  }

  private Optional<HoldRefusal> create(SiteHold part) throws SiteException {
    var request =
        new NewReservation(
            part.name(), part.start(), part.end(), List.of(part.node()), rules.users(), List.of());
    var refusal = change(part, () -> slurm.create(request));
    if (refusal.isEmpty()) {
      return Optional.empty();
    }
    // Slurm checks the start and overlaps before names, so that a repetition gets other reasons
    var known = named(part.name());
    if (known.flatMap(SlurmHolds::hold).filter(part::equals).isPresent()) {
      return Optional.empty();
    }
    return known
        .map(each -> new HoldRefusal(part.name(), Reason.NAME_TAKEN, place(each)))
        .or(() -> refusal.map(why -> refused(part.name(), why)));
  }

  private static HoldRefusal refused(String name, SlurmRefusal refusal) {
    var reason =
        switch (refusal.reason()) {
          case OVERLAPS, NODES_BUSY -> Reason.TAKEN;
          case NAME_TAKEN -> Reason.NAME_TAKEN;
          case UNKNOWN_NAME -> Reason.UNKNOWN_NAME;
          case UNKNOWN_NODE -> Reason.NODE_UNUSABLE;
          case NOT_PERMITTED -> Reason.NOT_PERMITTED;
          case IN_USE, INVALID, NO_ACCOUNTING -> Reason.OTHER;
        };
    return new HoldRefusal(name, reason, String.valueOf(refusal.getMessage()));
  }

  /** Returns whether the site has exactly this hold. */
  private boolean isThere(SiteHold wanted) throws SiteException {
    return named(wanted.name()).flatMap(SlurmHolds::hold).filter(wanted::equals).isPresent();
  }

  private Optional<SiteReservation> named(String name) throws SiteException {
    return call(slurm::reservations).stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Returns a reservation as a hold; empty if the reservation does not have exactly one node. */
  private static Optional<SiteHold> hold(SiteReservation each) {
    return each.nodes().size() == 1
        ? Optional.of(new SiteHold(each.name(), each.nodes().get(0), each.start(), each.end()))
        : Optional.empty();
  }

  @Override
  public void release(Collection<String> names) throws SiteException {
    names.forEach(this::requireOurs);
    Optional<SiteException> failure = Optional.empty();
    for (var name : names) { // a failure does not prevent the other releases
      try {
        release(name);
      } catch (SiteException e) {
        failure = Optional.of(e);
      }
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private void release(String name) throws SiteException {
    var refusal = change(() -> slurm.delete(name));
    if (isBecause(refusal, SlurmRefusal.Reason.IN_USE)) {
      cancelJobs(name);
      refusal = change(() -> slurm.delete(name));
    }
    if (refusal.isPresent() && !isBecause(refusal, SlurmRefusal.Reason.UNKNOWN_NAME)) {
      throw new SiteException(String.valueOf(refusal.get().getMessage()), refusal.get());
    }
  }

  private static boolean isBecause(Optional<SlurmRefusal> refusal, SlurmRefusal.Reason reason) {
    return refusal.filter(why -> why.reason() == reason).isPresent();
  }

  private void cancelJobs(String reservation) throws SiteException {
    var ids =
        call(slurm::jobs).stream()
            .filter(job -> job.reservation().filter(reservation::equals).isPresent())
            .filter(job -> !job.state().isOver())
            .map(SiteJob::id)
            .toList();
    var unused = change(() -> slurm.cancel(ids)); // a refusal appears again at the deletion
  }

  @Override
  public Optional<HoldRefusal> move(SiteHold to) throws SiteException {
    requireOurs(to.name());
    var fault = fault(call(slurm::nodes), to.node());
    if (fault.isPresent()) {
      return Optional.of(new HoldRefusal(to.name(), Reason.NODE_UNUSABLE, fault.get()));
    }
    var place = ReservationChange.to(to.start(), to.end(), List.of(to.node()));
    var refusal = change(to, () -> slurm.update(to.name(), place));
    // Slurm refuses to move a hold that has begun, even to its own time and node
    return refusal.isPresent() && isThere(to)
        ? Optional.empty()
        : refusal.map(why -> refused(to.name(), why));
  }

  @Override
  public List<HoldFinding> check(Collection<SiteHold> booked) throws SiteException {
    var nodes = call(slurm::nodes);
    var reservations = call(slurm::reservations);
    var now = clock.instant();
    var byName = new TreeMap<String, SiteReservation>();
    reservations.forEach(each -> byName.put(each.name(), each));
    var findings = new TreeSet<HoldFinding>();
    var names = new TreeSet<String>();
    for (var hold : booked) {
      names.add(hold.name());
      if (!hold.end().isAfter(now)) {
        continue; // Slurm deletes the reservation soon
      }
      var found = Optional.ofNullable(byName.get(hold.name()));
      if (found.isEmpty()) {
        findings.add(new HoldFinding(hold.name(), Kind.MISSING, ""));
      } else if (found.flatMap(SlurmHolds::hold).filter(hold::equals).isEmpty()) {
        findings.add(new HoldFinding(hold.name(), Kind.CHANGED, place(found.get())));
      }
      fault(nodes, hold.node())
          .ifPresent(why -> findings.add(new HoldFinding(hold.name(), Kind.NODE_LOST, why)));
      reservations.stream()
          .filter(each -> overlaps(each, hold, now))
          .forEach(
              each -> findings.add(new HoldFinding(hold.name(), Kind.OVERLAPPED, each.name())));
    }
    for (var each : reservations) {
      if (rules.isOurs(each) && !names.contains(each.name())) {
        findings.add(new HoldFinding(each.name(), Kind.LEFT_OVER, ""));
      }
    }
    return List.copyOf(findings);
  }

  private static String place(SiteReservation found) {
    return "%s from %s to %s"
        .formatted(String.join(",", found.nodes()), found.start(), found.end());
  }

  /** Returns whether another reservation has the node of a hold at a time that has not passed. */
  private static boolean overlaps(SiteReservation other, SiteHold hold, Instant now) {
    return !other.name().equals(hold.name())
        && other.nodes().contains(hold.node())
        && other.end().isAfter(now)
        && hold.overlaps(other.start(), other.end());
  }
}
