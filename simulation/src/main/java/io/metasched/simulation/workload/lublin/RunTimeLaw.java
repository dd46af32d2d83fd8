package io.metasched.simulation.workload.lublin;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * Run times. The natural logarithm of a run time in seconds is drawn from one of two gamma
 * distributions; from which one depends on the size of the job.
 *
 * @param shorter the first distribution (a1, b1)
 * @param longer the second one (a2, b2)
 * @param slope pa: the probability of the first is slope x size + intercept, cut to 0 to 1
 * @param intercept pb
 */
public record RunTimeLaw(GammaLaw shorter, GammaLaw longer, double slope, double intercept) {
  /** Greatest logarithm of a run time: some 45 hours. */
  static final double MOST_LOGARITHM = 12;

  /**
   * @throws IllegalArgumentException if a distribution is mostly beyond the greatest run time, or a
   *     number is none
   */
  public RunTimeLaw {
    shorter.requireMeanUpTo(MOST_LOGARITHM);
    longer.requireMeanUpTo(MOST_LOGARITHM);
    if (!Double.isFinite(slope) || !Double.isFinite(intercept)) {
      throw new IllegalArgumentException(
          "pa and pb must be numbers, but are %s and %s".formatted(slope, intercept));
    }
  }

  /** The probability of the first distribution for a job of that size. */
  double shorterShare(int processors) {
    return Math.max(0, Math.min(1, slope * processors + intercept));
  }

  /** Draws run times by these numbers. */
  Draws draws(UniformRandomProvider random) {
    return new Draws(
        this, random, shorter.upTo(MOST_LOGARITHM, random), longer.upTo(MOST_LOGARITHM, random));
  }

  /** Run times, one after another. */
  record Draws(
      RunTimeLaw law,
      UniformRandomProvider random,
      ContinuousSampler shorter,
      ContinuousSampler longer) {

    /** The run time of a job of that size, in seconds, at least 1. */
    long seconds(int processors) {
      boolean isShorter = random.nextDouble() <= law.shorterShare(processors);
      double logarithm = (isShorter ? shorter : longer).sample();
      return (long) Math.floor(StrictMath.exp(logarithm));
    }
  }

  @Override
  public String toString() {
    return "run time %s or %s, pa %s, pb %s"
        .formatted(shorter, longer, ParameterText.of(slope), ParameterText.of(intercept));
  }
}
