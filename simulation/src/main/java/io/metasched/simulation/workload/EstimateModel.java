package io.metasched.simulation.workload;

import io.metasched.simulation.workload.trace.TraceJob;

/**
 * The run time of a job that schedulers expect.
 *
 * @param factor a multiple of the run time, at least 1; 0 stands for what the log says
 */
public record EstimateModel(double factor) {
  /** The estimate of the log. */
  public static final EstimateModel LOGGED = new EstimateModel(0);

  /** The run time itself. */
  public static final EstimateModel EXACT = new EstimateModel(1);

  /**
   * @throws IllegalArgumentException for a multiple below 1
   */
  public EstimateModel {
    if (factor != 0 && !(factor >= 1)) {
      throw new IllegalArgumentException(
          "an estimate must be at least the run time, but the factor is " + factor);
    }
  }

  /** How scenarios write it: {@code log}, {@code exact} or the factor. */
  public String label() {
    return factor == 0 ? "log" : factor == 1 ? "exact" : Double.toString(factor);
  }

  /** The estimate of a job, at least its run time. */
  public long estimateTicks(TraceJob job) {
    return factor == 0
        ? job.estimateTicks()
        : Math.max(job.runTicks(), Math.round(factor * job.runTicks()));
  }
}
