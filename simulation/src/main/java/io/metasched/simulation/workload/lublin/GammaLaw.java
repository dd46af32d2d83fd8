package io.metasched.simulation.workload.lublin;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Gamma distribution.
 *
 * @param shape above 0
 * @param scale above 0; the mean is shape x scale
 */
public record GammaLaw(double shape, double scale) {

  /**
   * @throws IllegalArgumentException if a parameter is not a finite number above 0
   */
  public GammaLaw {
    requirePositive("shape", shape);
    requirePositive("scale", scale);
  }

  double mean() {
    return shape * scale;
  }

  ContinuousDistribution distribution() {
    return GammaDistribution.of(shape, scale);
  }

  /**
   * Returns a sampler of numbers up to a bound; numbers above the bound are drawn again.
   *
   * @throws IllegalArgumentException if most numbers would have to be drawn again
   */
  ContinuousSampler upTo(double most, UniformRandomProvider random) {
    requireMeanUpTo(most);
    var unbounded = AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, scale);
    return () -> {
      double drawn = unbounded.sample();
      while (drawn > most) {
        drawn = unbounded.sample();
      }
      return drawn;
    };
  }

  void requireMeanUpTo(double most) {
    if (mean() > most) {
      throw new IllegalArgumentException(
          "the mean of a gamma distribution must be at most %s here, but is %s"
              .formatted(most, mean()));
    }
  }

  private static void requirePositive(String parameter, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the %s of a gamma distribution must be above 0, but is %s".formatted(parameter, value));
    }
  }

  @Override
  public String toString() {
    return "gamma(%s, %s)".formatted(ParameterText.of(shape), ParameterText.of(scale));
  }
}
