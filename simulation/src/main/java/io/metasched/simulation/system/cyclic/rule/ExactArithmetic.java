package io.metasched.simulation.system.cyclic.rule;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Work;
import io.metasched.simulation.workload.RealLength;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Roundings of time and money without overflow, independent of the roundings of the models. */
public final class ExactArithmetic {
  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

  private ExactArithmetic() {}

  public static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  /** Returns end - start. */
  public static BigInteger between(long start, long end) {
    return big(end).subtract(big(start));
  }

  /** Returns the ticks that the estimated work takes on a node. */
  public static BigInteger reserved(Work work, Node node, long granularity) {
    long speed = work.basis() == Work.Basis.VOLUME ? node.performance() : 1;
    return wholeSteps(big(work.amount()), big(speed), granularity);
  }

  /** Returns the ticks that the work actually takes on a node. */
  public static BigInteger real(RealLength real, BigInteger reserved, Node node, long granularity) {
    var amount = big(real.amount());
    return switch (real.kind()) {
      case FRACTION ->
          wholeSteps(ceil(amount.multiply(reserved), MILLION), BigInteger.ONE, granularity);
      case VOLUME -> wholeSteps(amount, big(node.performance()), granularity);
      case DURATION -> wholeSteps(amount, BigInteger.ONE, granularity);
    };
  }

  /** Returns price x ticks in 1/1000 of money, rounded up once. */
  public static BigInteger cost(long priceMilli, BigInteger ticks) {
    return ceil(big(priceMilli).multiply(ticks), THOUSAND);
  }

  /** Returns thousandths as units, for display. */
  public static String units(long thousandths) {
    return units(big(thousandths));
  }

  public static String units(BigInteger thousandths) {
    return new BigDecimal(thousandths, 3).stripTrailingZeros().toPlainString();
  }

  /**
   * Returns the least multiple of {@code granularity} in which {@code amount} is done at {@code
   * speed}.
   */
  private static BigInteger wholeSteps(BigInteger amount, BigInteger speed, long granularity) {
    var step = big(granularity);
    return ceil(amount, speed.multiply(step)).multiply(step);
  }

  private static BigInteger ceil(BigInteger dividend, BigInteger divisor) {
    var parts = dividend.divideAndRemainder(divisor);
    return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
  }
}
