package io.metasched.simulation.workload.lublin;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * Distribution of run times. The natural logarithm of a run time in seconds is drawn from one of
 * two gamma distributions; the choice depends on the size of the job.
 *
 * @param shorter first distribution (a1, b1)
 * @param longer second distribution (a2, b2)
 * @param slope pa: the probability of the first distribution is slope x size + intercept, limited
 *     to 0 to 1
 * @param intercept pb
 */
public record RunTimeLaw(GammaLaw shorter, GammaLaw longer, double slope, double intercept) {
  /** Maximum logarithm of a run time: about 45 hours. */
  static final double MOST_LOGARITHM = 12;

  /**
   * @throws IllegalArgumentException if most run times of a distribution exceed the maximum, or if
   *     a number is not finite
   */
  public RunTimeLaw {
    shorter.requireMeanUpTo(MOST_LOGARITHM);
    longer.requireMeanUpTo(MOST_LOGARITHM);
    if (!Double.isFinite(slope) || !Double.isFinite(intercept)) {
      throw new IllegalArgumentException(
          "pa and pb must be numbers, but are %s and %s".formatted(slope, intercept));
    }
  }

  /** Returns the probability of the first distribution for a job of a size. */
  double shorterShare(int processors) {
    return Math.max(0, Math.min(1, slope * processors + intercept));
  }

  /** Creates a generator of run times from these random numbers. */
  Draws draws(UniformRandomProvider random) {
    return new Draws(
        this, random, shorter.upTo(MOST_LOGARITHM, random), longer.upTo(MOST_LOGARITHM, random));
  }

  /** Generator of run times. */
  record Draws(
      RunTimeLaw law,
      UniformRandomProvider random,
      ContinuousSampler shorter,
      ContinuousSampler longer) {

    /** Returns the run time of a job of a size, in seconds, at least 1. */
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
