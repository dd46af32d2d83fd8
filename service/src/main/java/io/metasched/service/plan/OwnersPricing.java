package io.metasched.service.plan;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import io.metasched.service.book.BookState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Ticks;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What owners sell and for how much, as of one state of the book. A slot lies within one tariff, so
 * that it has one price. Immutable.
 */
public final class OwnersPricing implements Pricing {
  private final TreeMap<Integer, NodePolicy> policies = new TreeMap<>();
  private final TreeMap<Integer, SalePieces> pieces = new TreeMap<>();
  private final TreeSet<Integer> closed = new TreeSet<>(); // silent or drained

  private OwnersPricing() {}

  /** What the owners of a fleet say in a state of the book. */
  public static OwnersPricing of(BookState state, Fleet fleet) {
    var pricing = new OwnersPricing();
    for (var each : state.market().policies().entries()) {
      fleet
          .number(each.key())
          .ifPresent(number -> pricing.put(number, each.value(), state.ticks()));
    }
    for (var node : state.market().silent().keySet()) {
      fleet.number(node).ifPresent(pricing.closed::add);
    }
    for (var each : state.drains().entries()) {
      fleet.number(each.key()).ifPresent(pricing.closed::add);
    }
    return pricing;
  }

  private void put(int node, NodePolicy policy, Ticks ticks) {
    policies.put(node, policy);
    pieces.put(node, new SalePieces(policy, ticks));
  }

  @Override
  public List<Slot> offer(Node node, Span vacant, long snapshotTick) {
    var own = pieces.get(node.id());
    if (closed.contains(node.id())) {
      return List.of();
    } else if (own == null) {
      return List.of(new Slot(node, vacant, node.priceMilli()));
    }
    return own.of(vacant, snapshotTick).stream()
        .map(piece -> new Slot(node, piece.span(), piece.priceMilli()))
        .toList();
  }

  /** The price at the start of the slot, which holds for all of it. */
  @Override
  public long priceMilli(Node node, Span slot, long snapshotTick) {
    var own = pieces.get(node.id());
    return own == null ? node.priceMilli() : own.priceMilli(slot.start());
  }

  @Override
  public boolean isSteady() {
    return policies.isEmpty();
  }

  @Override
  public long leastPriceMilli(Node node) {
    var policy = policies.get(node.id());
    return policy == null ? node.priceMilli() : policy.leastPriceMilli();
  }

  /**
   * The longest time that a node ever sells at one price; the most there is where it has no end.
   */
  long longestTicks(Node node) {
    var own = pieces.get(node.id());
    return own == null ? Long.MAX_VALUE : own.longest().orElse(Long.MAX_VALUE);
  }

  /** Whether a node sells all of a span at that price. */
  boolean sells(Node node, Span span, long priceMilli, long now) {
    var slots = offer(node, span, now);
    return slots.size() == 1
        && slots.get(0).span().equals(span)
        && slots.get(0).priceMilli() == priceMilli;
  }
}
