package io.metasched.simulation.kernel;

import java.util.List;

/**
 * Explains what became of one job, step by step with the reasons, from the rows alone.
 *
 * @param <R> the tables of a run
 */
public interface Explainer<R> {
  /**
   * The history of a job, a line for each step; empty where the run has no such job.
   *
   * @param job as the files of the run write it
   */
  List<String> explain(R run, String job);
}
