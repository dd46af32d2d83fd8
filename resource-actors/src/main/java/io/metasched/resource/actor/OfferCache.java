package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.Refusal;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The last offer of each owner, as long as it holds: the owner has been given no command that could
 * change it, none of its own jobs has arrived, and no hold that could lapse was on the node. While
 * they all hold, the offers of all owners are the same object again. Part of its domain's actor.
 *
 * <p>Only for owners whose prices are steady and whose time is their own; of others nothing is
 * remembered. An owner whose offer is recalled does not get the tick, so a command that comes with
 * an earlier one than the session's is not late to it.
 */
final class OfferCache {
  private final boolean steadyPrices;
  private final TreeMap<Integer, Offer> offers = new TreeMap<>();
  private final TreeMap<Integer, TreeSet<JobId>> holding = new TreeMap<>();

  private final TreeSet<Integer> terminated = new TreeSet<>();
  private final TreeSet<Integer> projected = new TreeSet<>();
  private @Nullable Standing standing; // while all of it is remembered

  private record Offer(Span horizon, NodeOwner.Offered offered) {}

  private record Standing(Span horizon, long holdsUntil, DomainOffers offers) {}

  /**
   * @param steadyPrices whether what was offered once keeps its price
   */
  OfferCache(boolean steadyPrices) {
    this.steadyPrices = steadyPrices;
  }

  /** Takes in which nodes have holds, which may lapse. */
  void restore(DomainEvent.Snapshot from) {
    for (var owner : from.owners()) {
      for (var held : owner.book().holds()) {
        holding.computeIfAbsent(owner.book().node(), n -> new TreeSet<>()).add(held.job());
      }
    }
  }

  /** What to ask an owner for: with steady prices all the time until the end of the horizon. */
  Span horizon(Domain.OpenSession c) {
    boolean wider = steadyPrices && c.nowTick() < c.horizon().start();
    return wider ? new Span(c.nowTick(), c.horizon().end()) : c.horizon();
  }

  /** What the owner of the node would offer to a session, where that is known. */
  Optional<NodeOwner.Offered> recall(int node, Domain.OpenSession c) {
    return Optional.ofNullable(offers.get(node))
        .filter(offer -> covers(offer.horizon(), c.horizon()))
        .map(Offer::offered)
        .filter(offered -> c.nowTick() < offered.holdsUntil());
  }

  /** What all owners would offer to a session, where that is known from the last one. */
  Optional<DomainOffers> recallAll(Domain.OpenSession c) {
    return Optional.ofNullable(standing)
        .filter(all -> covers(all.horizon(), c.horizon()) && c.nowTick() < all.holdsUntil())
        .map(Standing::offers);
  }

  private static boolean covers(Span outer, Span inner) {
    return outer.start() <= inner.start() && inner.end() <= outer.end();
  }

  /** Keeps what an owner has offered in a horizon. */
  void keep(NodeOwner.Offered offered, Span horizon) {
    int node = offered.node();
    boolean mayChange =
        holding.containsKey(node) || terminated.contains(node) || projected.contains(node);
    if (steadyPrices && !mayChange) {
      offers.put(node, new Offer(horizon, offered));
    }
  }

  /** Keeps what all owners have offered, each at least in the horizon, while they all hold. */
  void keepAll(DomainOffers all, Span horizon) {
    if (offers.size() == all.count()) {
      standing = new Standing(horizon, all.holdsUntil(), all);
    }
  }

  /** An owner is given a command: whatever may change its offer makes it forgotten. */
  void given(int node, NodeOwner.Command command) {
    if (command instanceof NodeOwner.Offer || command instanceof NodeOwner.Report) {
      return; // what an offer opens is in the offer
    }
    forget(node);
    if (command instanceof NodeOwner.Project) {
      projected.add(node); // what it offers may depend on the tick
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

  /** An owner has refused to hold time for a job; it holds none then, but for another span. */
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

  /** The owner of the node will offer nothing any more, though an offer may be on its way. */
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
