package io.metasched.resource.pricing;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;

/**
 * Discount on slots that begin soon: the nearer the start of a slot, the lower its price.
 *
 * <p>A slot that starts {@code leadTicks} or more after the snapshot has the list price; a slot
 * that starts at the snapshot has the full discount. In between, the discount is linear.
 */
public final class DiscountOverTime implements Pricing {
  private final long leadTicks;
  private final int discountPermille;

  /**
   * @param leadTicks ticks before the start of a slot from which it is discounted, at least 1
   * @param discountPermille discount at the snapshot's tick, 0 to 1000
   */
  public DiscountOverTime(long leadTicks, int discountPermille) {
    if (leadTicks < 1 || discountPermille < 0 || discountPermille > 1000) {
      throw new IllegalArgumentException(
          "a discount needs a lead of at least 1 tick and 0 to 1000 permille, but has %d and %d"
              .formatted(leadTicks, discountPermille));
    }
    this.leadTicks = leadTicks;
    this.discountPermille = discountPermille;
  }

  @Override
  public long priceMilli(Node node, Span slot, long snapshotTick) {
    long ahead = Math.max(0, Math.min(leadTicks, slot.start() - snapshotTick));
    long permille = discountPermille * (leadTicks - ahead) / leadTicks;
    return node.priceMilli() * (1000 - permille) / 1000;
  }

  @Override
  public boolean isSteady() {
    return discountPermille == 0;
  }

  @Override
  public long leastPriceMilli(Node node) {
    return node.priceMilli() * (1000 - discountPermille) / 1000;
  }
}
