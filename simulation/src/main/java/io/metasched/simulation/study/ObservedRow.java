package io.metasched.simulation.study;

import java.util.List;

/**
 * Values observed by one replication.
 *
 * @param number number of the replication, from 0
 * @param values values in the order of the series; NaN for none
 * @param schedulesChecked number of schedules that passed the independent checker
 */
@SuppressWarnings("ArrayRecordComponent") // rows are never compared
public record ObservedRow(int number, double[] values, long schedulesChecked) {

  /** Runs one replication. */
  public static ObservedRow of(
      Replicable replicable, List<Series> series, Replication replication) {
    return of(replicable, new SeriesIndex(series), replication);
  }

  static ObservedRow of(Replicable replicable, SeriesIndex index, Replication replication) {
    var observations = new Observations(index);
    replicable.replicate(replication, observations);
    return new ObservedRow(
        replication.number(), observations.values(), observations.schedulesChecked());
  }
}
