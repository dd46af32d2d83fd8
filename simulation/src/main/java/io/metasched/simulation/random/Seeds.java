package io.metasched.simulation.random;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Seeds of random generators, derived from (run seed, scenario, replication, purpose, entity). A
 * generator added for a new purpose, or an entity moved elsewhere, never shifts the numbers of
 * another generator.
 *
 * @param runSeed seed given by the user
 * @param scenario name of the scenario
 * @param replication number of the replication, from 0
 */
public record Seeds(long runSeed, String scenario, int replication) {

  /** Returns the seed for a purpose and an entity. */
  public long seed(String purpose, long entity) {
    long hash = mix(runSeed);
    hash = mix(hash ^ textHash(scenario));
    hash = mix(hash ^ replication);
    hash = mix(hash ^ textHash(purpose));
    return mix(hash ^ entity);
  }

  /** Returns a generator for a purpose and an entity; its numbers are the same on every JDK. */
  public UniformRandomProvider generator(String purpose, long entity) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed(purpose, entity));
  }

  private static long textHash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash ^ text.charAt(i));
    }
    return hash;
  }

  /**
   * Returns {@code state} mixed by the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA
   * 2014).
   */
  private static long mix(long state) {
    long z = state + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
