package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.EstimateModel;

/** Reader of the setting for the run times that schedulers expect. */
public final class EstimateKey {
  private static final double MOST_FACTOR = 1e6;

  private EstimateKey() {}

  /**
   * Reads the estimates of jobs: {@code log}, {@code exact}, or a multiple of the run time.
   *
   * @throws UsageException for anything else
   */
  public static EstimateModel read(Values values, String key) {
    if (values.isWord(key, EstimateModel.LOGGED.label())) {
      return EstimateModel.LOGGED;
    }
    return values.isWord(key, EstimateModel.EXACT.label())
        ? EstimateModel.EXACT
        : new EstimateModel(values.real(key, 1, MOST_FACTOR));
  }
}
