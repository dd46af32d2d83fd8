package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The last offer of each owner, as long as it holds: the owner has been given no command that could
 * change it, and no hold that could lapse was on the node. Part of its domain's actor.
 *
 * <p>Only for owners whose prices are steady; of others nothing is remembered. An owner whose offer
 * is recalled does not learn of the tick, so a command that comes with an earlier one than the
 * session's is not late to it.
 */
final class OfferMemory {
  private final boolean steadyPrices;
  private final TreeMap<Integer, Offer> offers = new TreeMap<>();
  private final TreeMap<Integer, TreeSet<JobId>> holding = new TreeMap<>();

  private record Offer(Span horizon, NodeOwner.Offered offered) {}

  /**
   * @param steadyPrices whether what was offered once keeps its price
   */
  OfferMemory(boolean steadyPrices) {
    this.steadyPrices = steadyPrices;
  }

  /** What to ask an owner for: with steady prices all the time until the end of the horizon. */
  Span horizon(Domain.OpenSession c) {
    boolean wider = steadyPrices && c.nowTick() < c.horizon().start();
    return wider ? new Span(c.nowTick(), c.horizon().end()) : c.horizon();
  }

  /** What the owner of the node would offer in the horizon, where that is known. */
  Optional<NodeOwner.Offered> recall(int node, Span horizon) {
    return Optional.ofNullable(offers.get(node))
        .filter(offer -> covers(offer.horizon(), horizon))
        .map(Offer::offered);
  }

  private static boolean covers(Span outer, Span inner) {
    return outer.start() <= inner.start() && inner.end() <= outer.end();
  }

  /** Keeps what an owner has offered in a horizon. */
  void keep(NodeOwner.Offered offered, Span horizon) {
    if (steadyPrices && !holding.containsKey(offered.node())) {
      offers.put(offered.node(), new Offer(horizon, offered));
    }
  }

  /** An owner is given a command: whatever may change its offer makes it forgotten. */
  void given(int node, NodeOwner.Command command) {
    if (command instanceof NodeOwner.Offer || command instanceof NodeOwner.Report) {
      return; // what an offer opens is in the offer
    }
    offers.remove(node);
    if (command instanceof NodeOwner.Hold hold) {
      holding.computeIfAbsent(node, n -> new TreeSet<>()).add(hold.job());
    } else if (command instanceof NodeOwner.Commit commit) {
      settle(node, commit.job());
    } else if (command instanceof NodeOwner.Release release) {
      settle(node, release.job());
    } else if (command instanceof NodeOwner.End end) {
      settle(node, end.job());
    }
  }

  private void settle(int node, JobId job) {
    var jobs = holding.get(node);
    if (jobs != null && jobs.remove(job) && jobs.isEmpty()) {
      holding.remove(node);
    }
  }

  /** The owner of the node will offer nothing any more. */
  void lost(int node) {
    offers.remove(node);
  }

  /** The slots of a session, from the present on, in the order of the offers. */
  static List<Slot> within(Domain.OpenSession c, List<NodeOwner.Offered> offers) {
    long from = Math.max(c.horizon().start(), c.nowTick());
    long until = c.horizon().end();
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

  /** Of slots that are in order the first and the last one tell. */
  private static boolean isWithin(long from, long until, List<Slot> slots) {
    return !slots.isEmpty()
        && from <= slots.get(0).span().start()
        && slots.get(slots.size() - 1).span().end() <= until;
  }
}
