package io.metasched.simulation.kernel;

import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Jobs of a run for the pairing by a comparison.
 *
 * @param jobs jobs by a key that has the order of the files
 * @param submitTick submission of a job, because a run that ended early has not seen the last jobs
 * @param request request of a job: two runs are compared only if the request is equal for each job
 *     that both runs have
 * @param further other attributes of a job, such as its budget; a comparison reports differences in
 *     these attributes
 * @param outcome outcome (terminal state) of a job
 * @param measures compared numbers, for jobs that have them in both runs
 * @param <R> tables of a run
 * @param <J> type of a job
 */
public record ComparedJobs<R, J>(
    Function<R, SortedMap<String, J>> jobs,
    ToLongFunction<J> submitTick,
    List<JobTrait<J>> request,
    List<JobTrait<J>> further,
    Function<J, String> outcome,
    List<JobMeasure<J>> measures) {
  public ComparedJobs {
    request = List.copyOf(request);
    further = List.copyOf(further);
    measures = List.copyOf(measures);
  }

  /**
   * Attribute with which a job was submitted.
   *
   * @param name name in errors
   * @param text human-readable value
   */
  public record JobTrait<J>(String name, Function<J, String> text) {}

  /**
   * Number of one job.
   *
   * @param key name in JSON and tables
   * @param title name in docs
   * @param unit unit of the number
   * @param value number; NaN if the job has none
   */
  public record JobMeasure<J>(String key, String title, Unit unit, ToDoubleFunction<J> value) {}
}
