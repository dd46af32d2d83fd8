package io.metasched.resource.model;

/**
 * Resolution of model time and money, and the roundings between them.
 *
 * <p>One unit of model time is {@value #PER_UNIT} ticks, one unit of money {@value #MILLI}
 * thousandths.
 */
public final class Ticks {
  public static final long PER_UNIT = 1000;
  public static final long MILLI = 1000;

  private Ticks() {}

  /**
   * Returns the least multiple of {@code grain} that is at least {@code ticks}; both are positive.
   */
  public static long roundUp(long ticks, long grain) {
    return Math.multiplyExact(ceilDiv(ticks, grain), grain);
  }

  /**
   * Returns the first of the instants {@code origin}, {@code origin + period}, ... that is not
   * before {@code now}; {@code now} itself for a period of 0. No model time is before the origin.
   */
  public static long next(long now, long origin, long period) {
    return period == 0 ? now : Math.addExact(origin, roundUp(now - origin, period));
  }

  /** Returns the quotient rounded up, for a non-negative dividend and a positive divisor. */
  public static long ceilDiv(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }

  /**
   * Returns the cost of {@code ticks} of time at a price per unit of time, rounded up once to
   * 1/1000 of money.
   *
   * @throws ArithmeticException if the product leaves the range of a long
   */
  public static long costMilli(long priceMilli, long ticks) {
    return ceilDiv(Math.multiplyExact(priceMilli, ticks), PER_UNIT);
  }

  /**
   * Returns the cost as {@link #costMilli} does, or {@link Long#MAX_VALUE}, which exceeds every
   * budget, if the product leaves the range of a long.
   */
  public static long costOrMostMilli(long priceMilli, long ticks) {
    return Math.multiplyHigh(priceMilli, ticks) == 0 && priceMilli * ticks >= 0
        ? ceilDiv(priceMilli * ticks, PER_UNIT)
        : Long.MAX_VALUE;
  }
}
