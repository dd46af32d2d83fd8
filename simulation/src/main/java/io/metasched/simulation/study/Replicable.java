package io.metasched.simulation.study;

/** What is repeated. Called from several threads at once. */
@FunctionalInterface
public interface Replicable {

  /**
   * Runs once and notes what it observed: equal replications observe equal values.
   *
   * @param observations takes one value for each series, in any order; a series without a value has
   *     none in this replication
   */
  void replicate(Replication replication, Observations observations);
}
