package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Policy that takes a random offer, each with equal probability. Unpublished baseline.
 *
 * <p>The choice depends only on the seed, the task, the round and the agents. The policy keeps no
 * state, so a restarted broker makes the same decisions.
 */
final class RandomAgent implements OfferPolicy {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final long seed;

  RandomAgent(long seed) {
    this.seed = seed;
  }

  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingLong(this::number);
  }

  private long number(Candidate offer) {
    return mixed(mixed(mixed(mixed(seed) ^ offer.task()) ^ offer.round()) ^ offer.agent());
  }

  /** Applies the finalizer of SplitMix64. */
  private static long mixed(long state) {
    long z = state + STEP;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
