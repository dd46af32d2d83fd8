package io.metasched.simulation.workload.lublin;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Distribution of numbers of processors. Some jobs are serial. The logarithm to base 2 of the other
 * sizes is uniform in two stages: in [low, medium] or in [medium, high]. Some logarithms are
 * rounded, so that the sizes are powers of two.
 *
 * @param serialShare share of jobs on one processor, 0 to 1
 * @param powerShare share of jobs whose logarithm is rounded; together with {@code serialShare} at
 *     most 1
 * @param low minimum logarithm (ULow), at least 0
 * @param medium boundary of the stages (UMed), from low to high
 * @param high maximum logarithm (UHi), at most the logarithm of the processors
 * @param firstStageShare probability of the first stage (Uprob), 0 to 1
 * @param processors processors of the machine: no job is larger
 */
public record SizeLaw(
    double serialShare,
    double powerShare,
    double low,
    double medium,
    double high,
    double firstStageShare,
    int processors) {
  private static final double ROUNDING = 1e-9;

  /**
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public SizeLaw {
    require(processors >= 1, "a machine must have at least 1 processor, but has", processors);
    require(isShare(serialShare), "the share of serial jobs must be 0 to 1, but is", serialShare);
    require(isShare(powerShare), "the share of powers of two must be 0 to 1, but is", powerShare);
    require(
        serialShare + powerShare <= 1 + ROUNDING,
        "the shares of serial jobs and powers of two must be at most 1 together, but are",
        serialShare + powerShare);
    require(isShare(firstStageShare), "Uprob must be 0 to 1, but is", firstStageShare);
    require(low >= 0 && low <= medium, "ULow must be 0 to UMed, but is", low);
    require(medium <= high, "UMed must be ULow to UHi, but is", medium);
    require(
        high <= log2(processors) + ROUNDING,
        "UHi must be at most the logarithm of the processors, but is",
        high);
  }

  /** Draws a size, from 1 to the processors. */
  int draw(UniformRandomProvider random) {
    double kind = random.nextDouble();
    if (kind <= serialShare) {
      return 1;
    }
    double exponent = exponent(random);
    if (kind <= serialShare + powerShare) {
      return 1 << Math.min(mostExponent(), (int) Math.floor(exponent + 0.5));
    }
    return (int) Math.min(processors, Math.floor(StrictMath.pow(2, exponent) + 0.5));
  }

  private double exponent(UniformRandomProvider random) {
    boolean isFirst = random.nextDouble() <= firstStageShare;
    double from = isFirst ? low : medium;
    double to = isFirst ? medium : high;
    return from + (to - from) * random.nextDouble();
  }

  /** Returns the exponent of the largest power of two that fits the machine. */
  private int mostExponent() {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(processors);
  }

  /** Returns the logarithm to base 2, exact for powers of two. */
  static double log2(int processors) {
    int exponent = Integer.numberOfTrailingZeros(processors);
    return processors == 1 << exponent ? exponent : StrictMath.log(processors) / StrictMath.log(2);
  }

  private static boolean isShare(double share) {
    return share >= 0 && share <= 1;
  }

  private static void require(boolean isAllowed, String rule, double given) {
    if (!isAllowed) {
      throw new IllegalArgumentException(rule + " " + given);
    }
  }

  @Override
  public String toString() {
    return "serial %s, powers of two %s, ULow %s, UMed %s, UHi %s, Uprob %s"
        .formatted(
            ParameterText.of(serialShare),
            ParameterText.of(powerShare),
            ParameterText.of(low),
            ParameterText.of(medium),
            ParameterText.of(high),
            ParameterText.of(firstStageShare));
  }
}
