package io.metasched.simulation.workload;

import io.metasched.simulation.workload.trace.TraceJob;

/**
 * Model of the run times that schedulers expect.
 *
 * @param factor multiple of the run time, at least 1; 0 for the logged estimate
 */
public record EstimateModel(double factor) {
  /** Logged estimates. */
  public static final EstimateModel LOGGED = new EstimateModel(0);

  /** Exact run times. */
  public static final EstimateModel EXACT = new EstimateModel(1);

  /**
   * @throws IllegalArgumentException if the multiple is below 1
   */
  public EstimateModel {
    if (factor != 0 && !(factor >= 1)) {
      throw new IllegalArgumentException(
          "an estimate must be at least the run time, but the factor is " + factor);
    }
  }

  /** Returns the value in scenarios: {@code log}, {@code exact} or the factor. */
  public String label() {
    return factor == 0 ? "log" : factor == 1 ? "exact" : Double.toString(factor);
  }

  /** Returns the estimate of a job, at least its run time. */
  public long estimateTicks(TraceJob job) {
    return factor == 0
        ? job.estimateTicks()
        : Math.max(job.runTicks(), Math.round(factor * job.runTicks()));
  }
}
