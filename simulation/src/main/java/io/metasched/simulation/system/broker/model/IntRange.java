package io.metasched.simulation.system.broker.model;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Range of integers, both bounds included.
 *
 * @param least lower bound
 * @param most upper bound, at least {@code least}
 */
record IntRange(int least, int most) {
  /**
   * Draws a uniformly distributed value. Always takes one random number, even if the bounds are
   * equal.
   */
  int draw(UniformRandomProvider random) {
    return least + (int) Math.floor(random.nextDouble() * (most - least + 1.0));
  }
}
