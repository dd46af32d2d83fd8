package io.metasched.simulation.kernel;

import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The jobs of a run as a comparison pairs them.
 *
 * @param jobs the jobs by a key that has the order of the files
 * @param submitTick when a job was submitted: a run that ended early has not seen the last jobs
 * @param request what a job asked for: two runs are compared only where it is the same for each job
 *     that both have
 * @param further what else a job came with, such as its budget; where it differs, a comparison says
 *     so
 * @param outcome the outcome (terminal state) of a job
 * @param measures what is compared, for jobs that have it in both runs
 * @param <R> the tables of a run
 * @param <J> a job
 */
public record ComparedJobs<R, J>(
    Function<R, SortedMap<String, J>> jobs,
    ToLongFunction<J> submitTick,
    List<JobTrait<J>> request,
    List<JobTrait<J>> further,
    Function<J, String> outcome,
    List<JobMeasure<J>> measures) {
  /** Copies the lists. */
  public ComparedJobs {
    request = List.copyOf(request);
    further = List.copyOf(further);
    measures = List.copyOf(measures);
  }

  /**
   * Something that a job came with.
   *
   * @param name what errors call it
   * @param text its value for a reader
   */
  public record JobTrait<J>(String name, Function<J, String> text) {}

  /**
   * A number of one job.
   *
   * @param key its name in JSON and tables
   * @param title what docs call it
   * @param unit what it is counted in
   * @param value the number; NaN where the job has none
   */
  public record JobMeasure<J>(String key, String title, Unit unit, ToDoubleFunction<J> value) {}
}
