package io.metasched.simulation.system.broker;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Whole numbers between two bounds.
 *
 * @param least the lower one
 * @param most the upper one, at least as high
 */
record IntRange(int least, int most) {
  /** Any of them, each with the same probability; one random number whatever the bounds are. */
  int draw(UniformRandomProvider random) {
    return least + (int) Math.floor(random.nextDouble() * (most - least + 1.0));
  }
}
