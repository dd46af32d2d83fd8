package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.Refusal;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the last offer of each owner. An offer is valid until the owner receives a command that
 * could change the offer, or a local job arrives. Offers of nodes with a hold, which could expire,
 * are not valid. While all offers are valid, they are returned as one unchanged object. Part of the
 * domain's actor.
 *
 * <p>Only offers of owners with steady prices and their own time are cached. An owner whose offer
 * comes from the cache does not receive the tick of the session. A command with an earlier tick
 * than the session's is therefore not late for this owner.
 */
final class OfferCache {
  private final boolean steadyPrices;
  private final TreeMap<Integer, Offer> offers = new TreeMap<>();
  private final TreeMap<Integer, TreeSet<JobId>> holding = new TreeMap<>();

  private final TreeSet<Integer> terminated = new TreeSet<>();
  private final TreeSet<Integer> projected = new TreeSet<>();
  private @Nullable Standing standing; // null unless all offers are cached

  private record Offer(Span horizon, NodeOwner.Offered offered) {}

  private record Standing(Span horizon, long holdsUntil, DomainOffers offers) {}

  /**
   * @param steadyPrices whether a slot once offered keeps its price
   */
  OfferCache(boolean steadyPrices) {
    this.steadyPrices = steadyPrices;
  }

  /** Restores the nodes that have holds, which may expire. */
  void restore(DomainEvent.Snapshot from) {
    for (var owner : from.owners()) {
      for (var held : owner.book().holds()) {
        holding.computeIfAbsent(owner.book().node(), n -> new TreeSet<>()).add(held.job());
      }
    }
  }

  /**
   * Returns the horizon to request from an owner: all the time until the end of the session's
   * horizon if the offer may be cached. The slots of an external book may depend on the horizon.
   */
  Span horizon(PlanningSessions.OpenSession c) {
    boolean wider = steadyPrices && projected.isEmpty() && c.nowTick() < c.horizon().start();
    return wider ? new Span(c.nowTick(), c.horizon().end()) : c.horizon();
  }

  /** Returns the cached offer of the owner of the node to a session, if there is one. */
  Optional<NodeOwner.Offered> recall(int node, PlanningSessions.OpenSession c) {
    return Optional.ofNullable(offers.get(node))
        .filter(offer -> covers(offer.horizon(), c.horizon()))
        .map(Offer::offered)
        .filter(offered -> c.nowTick() < offered.holdsUntil());
  }

  /**
   * Returns the cached offers of all owners to a session, if they are still known from the last
   * session.
   */
  Optional<DomainOffers> recallAll(PlanningSessions.OpenSession c) {
    return Optional.ofNullable(standing)
        .filter(all -> covers(all.horizon(), c.horizon()) && c.nowTick() < all.holdsUntil())
        .map(Standing::offers);
  }

  private static boolean covers(Span outer, Span inner) {
    return outer.start() <= inner.start() && inner.end() <= outer.end();
  }

  /** Stores the offer of an owner in a horizon. */
  void keep(NodeOwner.Offered offered, Span horizon) {
    int node = offered.node();
    boolean mayChange =
        holding.containsKey(node) || terminated.contains(node) || projected.contains(node);
    if (steadyPrices && !mayChange) {
      offers.put(node, new Offer(horizon, offered));
    }
  }

  /**
   * Stores the offers of all owners, each of which covers at least the horizon, if all are valid.
   */
  void keepAll(DomainOffers all, Span horizon) {
    if (offers.size() == all.count()) {
      standing = new Standing(horizon, all.holdsUntil(), all);
    }
  }

  /**
   * Notifies the cache of a command to an owner; a command that may change the offer removes it.
   */
  void given(int node, NodeOwner.Command command) {
    if (command instanceof NodeOwner.Offer || command instanceof NodeOwner.Report) {
      return; // the offer already includes the time that this command opens
    }
    forget(node);
    if (command instanceof NodeOwner.Project) {
      projected.add(node); // the owner's offers may depend on the tick
    } else if (command instanceof NodeOwner.Hold hold) {
      holding.computeIfAbsent(node, n -> new TreeSet<>()).add(hold.job());
    } else if (command instanceof NodeOwner.Commit commit) {
      settle(node, commit.job());
    } else if (command instanceof NodeOwner.Release release) {
      settle(node, release.job());
    } else if (command instanceof NodeOwner.End end) {
      settle(node, end.job());
    }
  }

  /**
   * Notifies the cache that an owner has refused to hold time for a job; the owner then has no hold
   * for the job, except possibly for another span.
   */
  void refused(JobId job, NodeOwner.Refused refused) {
    if (refused.reason() != Refusal.HELD_OTHERWISE) {
      settle(refused.node(), job);
    }
  }

  private void settle(int node, JobId job) {
    var jobs = holding.get(node);
    if (jobs != null && jobs.remove(job) && jobs.isEmpty()) {
      holding.remove(node);
    }
  }

  /** Marks the owner of the node as terminated, although an offer may be in transit. */
  void terminated(int node) {
    terminated.add(node);
    holding.remove(node);
    forget(node);
  }

  private void forget(int node) {
    offers.remove(node);
    standing = null;
  }
}
