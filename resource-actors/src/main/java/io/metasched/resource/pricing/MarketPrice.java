package io.metasched.resource.pricing;

/**
 * List price of a node on a market that values speed: mu x r0 x (r / r0)^a x d for performance r,
 * reference performance r0 and the owner's own discount or extra charge d.
 *
 * <p>Source: the cyclic scheduling paper, section 5 (price by performance with a normally
 * distributed discount); mu and a are calibrated (docs/sources.md).
 *
 * @param mu price of a unit of volume at the reference performance, in money
 * @param exponent a: above 1, faster nodes cost more per unit of volume
 * @param referencePerformance r0, at least 1
 */
public record MarketPrice(double mu, double exponent, int referencePerformance) {

  /**
   * Returns the list price per unit of time in 1/1000 of money, at least 1, of a node with the
   * given performance and discount.
   */
  public long priceMilli(int performance, double discount) {
    double speed = (double) performance / referencePerformance;
    double price = mu * referencePerformance * StrictMath.pow(speed, exponent) * discount;
    return Math.max(1, Math.round(1000 * price));
  }
}
