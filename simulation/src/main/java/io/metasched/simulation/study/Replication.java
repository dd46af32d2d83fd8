package io.metasched.simulation.study;

import io.metasched.simulation.random.Seeds;

/**
 * One replication.
 *
 * @param runSeed seed given by the user
 * @param number number of the replication, from 0
 */
public record Replication(long runSeed, int number) {

  /** Returns the seeds of a scenario in this replication. */
  public Seeds seeds(String scenario) {
    return new Seeds(runSeed, scenario, number);
  }
}
