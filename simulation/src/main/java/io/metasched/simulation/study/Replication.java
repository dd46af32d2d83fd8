package io.metasched.simulation.study;

import io.metasched.simulation.random.Seeds;

/**
 * One repetition of what is replicated.
 *
 * @param runSeed the seed the user gave
 * @param number from 0
 */
public record Replication(long runSeed, int number) {

  /** Where the random numbers of a scenario come from in this repetition. */
  public Seeds seeds(String scenario) {
    return new Seeds(runSeed, scenario, number);
  }
}
