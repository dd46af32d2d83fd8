package io.metasched.simulation.system.broker.model;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Range of times, both bounds included.
 *
 * @param least lower bound, in ticks
 * @param most upper bound, at least {@code least}
 */
record TickRange(long least, long most) {
  /**
   * Draws a uniformly distributed value. Always takes one random number, even if the bounds are
   * equal.
   */
  long draw(UniformRandomProvider random) {
    return least + (long) Math.floor(random.nextDouble() * (most - least + 1.0));
  }
}
