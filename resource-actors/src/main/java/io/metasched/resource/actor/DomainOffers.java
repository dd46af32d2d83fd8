package io.metasched.resource.actor;

import io.metasched.resource.fanout.SessionSnapshot;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Offers of all owners of a domain. Sessions that are opened on these offers for the same time
 * share the slots. Confined to the domain's actor.
 */
final class DomainOffers {
  private final List<NodeOwner.Offered> offers;
  private final List<NodeVersion> versions;
  private @Nullable Opened last;

  private record Opened(long from, long until, SessionSnapshot slots) {}

  /**
   * @param offers one offer of each owner
   */
  DomainOffers(List<NodeOwner.Offered> offers) {
    this.offers = List.copyOf(offers);
    var versions = new ArrayList<NodeVersion>(offers.size());
    offers.forEach(offer -> versions.add(new NodeVersion(offer.node(), offer.version())));
    this.versions = List.copyOf(versions);
  }

  /** Returns the number of owners that offer. */
  int count() {
    return offers.size();
  }

  /** Returns the tick at which the first of the offers becomes invalid without a command. */
  long holdsUntil() {
    return offers.stream().mapToLong(NodeOwner.Offered::holdsUntil).min().orElse(Long.MAX_VALUE);
  }

  /** Returns the versions of the owners' lists, in the order of the offers. */
  List<NodeVersion> versions() {
    return versions;
  }

  /** Returns the slots of a session, from the present on, in the order of the offers. */
  SessionSnapshot within(PlanningSessions.OpenSession c) {
    long from = Math.max(c.horizon().start(), c.nowTick());
    long until = c.horizon().end();
    var known = last;
    if (known == null || known.from() != from || known.until() != until) {
      known = new Opened(from, until, new SessionSnapshot(slots(from, until)));
      last = known;
    }
    return known.slots();
  }

  private List<Slot> slots(long from, long until) {
    int most = offers.stream().mapToInt(offer -> offer.slots().size()).sum();
    var slots = new ArrayList<Slot>(most);
    for (var offer : offers) {
      if (isWithin(from, until, offer.slots())) {
        slots.addAll(offer.slots());
        continue;
      }
      for (var slot : offer.slots()) {
        long start = Math.max(slot.span().start(), from);
        long end = Math.min(slot.span().end(), until);
        if (start == slot.span().start() && end == slot.span().end()) {
          slots.add(slot);
        } else if (start < end) {
          slots.add(new Slot(slot.node(), new Span(start, end), slot.priceMilli()));
        }
      }
    }
    return slots;
  }

  /**
   * Returns whether slots are within a span; they are sorted, so the first and the last one decide.
   */
  private static boolean isWithin(long from, long until, List<Slot> slots) {
    return !slots.isEmpty()
        && from <= slots.get(0).span().start()
        && slots.get(slots.size() - 1).span().end() <= until;
  }
}
