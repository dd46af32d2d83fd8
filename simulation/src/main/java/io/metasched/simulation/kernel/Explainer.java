package io.metasched.simulation.kernel;

import java.util.List;

/**
 * Explanation of the history of one job, step by step with the reasons, derived from the rows
 * alone.
 *
 * @param <R> tables of a run
 */
public interface Explainer<R> {
  /**
   * Returns the history of a job, a line for each step; empty if the run has no such job.
   *
   * @param job name of the job in the files of the run
   */
  List<String> explain(R run, String job);
}
