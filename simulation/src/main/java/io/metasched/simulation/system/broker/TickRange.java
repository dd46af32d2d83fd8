package io.metasched.simulation.system.broker;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Times between two bounds.
 *
 * @param least the lower one, in ticks
 * @param most the upper one, at least as high
 */
record TickRange(long least, long most) {
  /** Any of them, each with the same probability; one random number whatever the bounds are. */
  long draw(UniformRandomProvider random) {
    return least + (long) Math.floor(random.nextDouble() * (most - least + 1.0));
  }
}
