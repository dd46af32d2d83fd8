package io.metasched.service.plan;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainRecord;
import io.metasched.service.book.Market;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.SortedTree;
import io.metasched.service.book.WallTicks;
import io.metasched.service.site.SiteHold;
import java.util.List;
import java.util.Optional;

/**
 * Sale times and prices of all nodes, as of one state of the book. Each slot is within one tariff
 * and therefore has one price. Immutable.
 */
public final class OwnersPricing implements Pricing {
  private final Market market;
  private final SortedTree<String, DrainRecord> drains;
  private final WallTicks ticks;
  private final Fleet fleet;

  /** Creates the pricing of a fleet in a state of the book. */
  public OwnersPricing(BookState state, Fleet fleet) {
    market = state.market();
    drains = state.drains();
    ticks = state.ticks();
    this.fleet = fleet;
  }

  /** Returns all nodes, with the properties of their sites. */
  List<Node> nodes() {
    return market.terms().size() == 0
        ? fleet.numbered()
        : fleet.numbered().stream()
            .map(node -> AcceptedSites.node(market, fleet.name(node.id()), node))
            .toList();
  }

  private Optional<NodePolicy> policy(Node node) {
    return market.policies().get(fleet.name(node.id()));
  }

  /** Returns the terms of sale of a node. */
  NodeSale sale(Node node) {
    var name = fleet.name(node.id());
    boolean isClosed = market.silent().containsKey(name) || drains.get(name).isPresent();
    var pieces = policy(node).map(policy -> new SalePieces(policy, ticks));
    long lead = market.leadTicks(name);
    long shortest = market.confirms(name) ? Math.max(0, SiteHold.SHORTEST.toMillis() - lead) : 0;
    var atSite = AcceptedSites.node(market, name, node);
    return new NodeSale(atSite, pieces, lead, shortest, isClosed);
  }

  @Override
  public List<Slot> offer(Node node, Span vacant, long snapshotTick) {
    return sale(node).offer(vacant, snapshotTick);
  }

  @Override
  public long priceMilli(Node node, Span slot, long snapshotTick) {
    return sale(node).priceMilli(slot);
  }

  @Override
  public boolean isSteady() {
    return market.policies().size() == 0 && market.terms().size() == 0;
  }

  @Override
  public long leastPriceMilli(Node node) {
    return policy(node).map(NodePolicy::leastPriceMilli).orElse(node.priceMilli());
  }

  /**
   * Returns the longest time that a node ever sells at one price, in ticks; {@link Long#MAX_VALUE}
   * if it is unlimited.
   */
  long longestTicks(Node node) {
    return sale(node).longestTicks();
  }

  /** Returns whether a node sells all of a span at a price. */
  boolean sells(Node node, Span span, long priceMilli, long now) {
    var slots = sale(node).sold(span, now);
    return slots.size() == 1
        && slots.get(0).span().equals(span)
        && slots.get(0).priceMilli() == priceMilli;
  }
}
