package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Criterion;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Additional observations of a sliced batch besides its means: its alternatives and users'
 * criteria.
 */
final class SubBatchFacts {
  /** Mean number of alternatives of the first quarter of the queue. */
  private static final String FIRST_ALTERNATIVES = "first.NA";

  /** Share of the jobs with a single alternative. */
  static final String SINGLE = "single";

  static final List<String> COLUMNS = List.of(FIRST_ALTERNATIVES, SINGLE);

  /** Mean of each criterion over the jobs that request it. */
  private static final Map<Criterion, ToDoubleFunction<JobGroup>> OWN = own();

  private SubBatchFacts() {}

  private static Map<Criterion, ToDoubleFunction<JobGroup>> own() {
    var own = new TreeMap<Criterion, ToDoubleFunction<JobGroup>>();
    own.put(Criterion.START, JobGroup::meanStart);
    own.put(Criterion.RUNTIME, JobGroup::meanRuntimePlanned);
    own.put(Criterion.FINISH, JobGroup::meanFinishPlanned);
    own.put(Criterion.COST, JobGroup::meanCost);
    return own;
  }

  /** Records the alternatives of a batch. */
  static void putAlternatives(String row, CyclicRun run, Observations to) {
    var jobs = run.jobs(); // in the order of the queue
    to.put(row, FIRST_ALTERNATIVES, mean(jobs.subList(0, jobs.size() / 4), JobRow::alternatives));
    to.put(row, SINGLE, mean(jobs, job -> job.alternatives() == 1 ? 1 : 0));
  }

  private static double mean(List<JobRow> jobs, ToDoubleFunction<JobRow> value) {
    return jobs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /** Returns the columns of users' criteria. */
  static List<String> ownColumns() {
    return OWN.keySet().stream().map(SubBatchFacts::own).toList();
  }

  private static String own(Criterion criterion) {
    return "own " + criterion.label();
  }

  /** Records the value of each criterion for the jobs that request it. */
  static void putOwn(String row, String prefix, CyclicRun run, Observations to) {
    JobGroup.by(run, job -> job.job().criterion())
        .forEach(
            (criterion, jobs) -> {
              var value = OWN.get(criterion);
              if (value != null) {
                to.put(row, prefix + own(criterion), value.applyAsDouble(jobs));
              }
            });
  }
}
