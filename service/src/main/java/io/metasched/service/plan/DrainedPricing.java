package io.metasched.service.plan;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import io.metasched.service.book.BookState;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The prices of owners some of whose nodes sell nothing; what is booked there stays. */
public final class DrainedPricing implements Pricing {
  private final Pricing usual;
  private final SortedSet<Integer> drained;

  private DrainedPricing(Pricing usual, SortedSet<Integer> drained) {
    this.usual = usual;
    this.drained = drained;
  }

  /** The usual prices, but for the nodes that the book says are drained. */
  public static DrainedPricing of(Pricing usual, Fleet fleet, BookState state) {
    var drained = new TreeSet<Integer>();
    state.drains().entries().forEach(each -> fleet.number(each.key()).ifPresent(drained::add));
    return new DrainedPricing(usual, drained);
  }

  @Override
  public long priceMilli(Node node, Span slot, long snapshotTick) {
    return usual.priceMilli(node, slot, snapshotTick);
  }

  @Override
  public List<Slot> offer(Node node, Span vacant, long snapshotTick) {
    return drained.contains(node.id()) ? List.of() : usual.offer(node, vacant, snapshotTick);
  }

  @Override
  public boolean isSteady() {
    return usual.isSteady();
  }

  @Override
  public long leastPriceMilli(Node node) {
    return usual.leastPriceMilli(node);
  }
}
