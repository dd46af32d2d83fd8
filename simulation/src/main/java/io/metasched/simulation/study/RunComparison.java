package io.metasched.simulation.study;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Comparison of two runs of equal jobs, job by job. The intervals describe the jobs of these two
 * runs: jobs of one run share its nodes and its queue and are not independent observations of the
 * policies.
 *
 * @param first data of the first run
 * @param second data of the second run
 * @param common number of jobs that both runs have
 * @param otherwiseDiffering other attributes in which some jobs differ, such as their criterion
 * @param differences differences by measure, over the jobs that have the measure in both runs
 */
public record RunComparison(
    Side first,
    Side second,
    int common,
    List<String> otherwiseDiffering,
    List<MeasureDifference> differences) {

  /**
   * One of the two runs.
   *
   * @param onlyHere number of jobs that the other run lacks because it ended earlier
   * @param outcomes number of jobs with each outcome
   */
  public record Side(
      RunTitle title, int submitted, int onlyHere, SortedMap<String, Integer> outcomes) {
    public Side {
      outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
    }

    private static <J> Side of(
        RunTitle title, ComparedJobs<?, J> compared, SortedMap<String, J> jobs, int onlyHere) {
      var outcomes = new TreeMap<String, Integer>();
      jobs.values().forEach(job -> outcomes.merge(compared.outcome().apply(job), 1, Integer::sum));
      return new Side(title, jobs.size(), onlyHere, outcomes);
    }
  }

  /** Difference of a measure, job by job. */
  public record MeasureDifference(String measure, Difference difference) {}

  public RunComparison {
    otherwiseDiffering = List.copyOf(otherwiseDiffering);
    differences = List.copyOf(differences);
  }

  /**
   * Compares two sound runs.
   *
   * @throws io.metasched.simulation.scenario.UsageException if their jobs differ
   */
  public static <R extends RunTables, J> RunComparison of(
      ComparedJobs<R, J> compared, R first, R second) {
    var jobs = compared.jobs().apply(first);
    var others = compared.jobs().apply(second);
    var same = SameJobs.of(compared, jobs, others);
    var differences = new ArrayList<MeasureDifference>();
    for (var measure : compared.measures()) {
      differences.add(
          new MeasureDifference(measure.key(), difference(measure, same.both(), jobs, others)));
    }
    return new RunComparison(
        Side.of(first.title(), compared, jobs, same.onlyFirst()),
        Side.of(second.title(), compared, others, same.onlySecond()),
        same.both().size(),
        same.otherwiseDiffering(),
        differences);
  }

  private static <J> Difference difference(
      JobMeasure<J> measure,
      List<String> both,
      SortedMap<String, J> jobs,
      SortedMap<String, J> others) {
    var values = new double[both.size()];
    var otherValues = new double[both.size()];
    int count = 0;
    for (var id : both) {
      double value = measure.value().applyAsDouble(Objects.requireNonNull(jobs.get(id)));
      double other = measure.value().applyAsDouble(Objects.requireNonNull(others.get(id)));
      if (!Double.isNaN(value) && !Double.isNaN(other)) {
        values[count] = value;
        otherValues[count++] = other;
      }
    }
    return Difference.paired(Arrays.copyOf(values, count), Arrays.copyOf(otherValues, count));
  }
}
