package io.metasched.simulation.study;

/** Work to be replicated. Called from several threads concurrently. */
@FunctionalInterface
public interface Replicable {

  /**
   * Runs one replication and records its observations; equal replications observe equal values.
   *
   * @param observations receives one value for each series, in any order; a series without a value
   *     is missing in this replication
   */
  void replicate(Replication replication, Observations observations);
}
