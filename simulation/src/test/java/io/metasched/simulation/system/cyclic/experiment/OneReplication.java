package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * First replication of an experiment, which repeats its runs so that a test can read their rows.
 */
public final class OneReplication {
  static final long SEED = 3;
  public static final ExperimentContext CONTEXT = new ExperimentContext(List.of(), () -> 0);

  private OneReplication() {}

  public static ObservedValues of(Experiment experiment) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    return new ReplicationRunner(SEED, 1, 1)
        .repeat(experiment.replicable(CONTEXT), cells, done -> {});
  }

  public static double value(ObservedValues measured, String row, String column) {
    return measured.values(row, column)[0];
  }

  /** Returns the cycle of an experiment's environment. */
  static BatchCycle cycle(ScenarioText text) {
    return BatchCycle.of(BatchCycle.scenario(text), new Replication(SEED, 0));
  }

  /** Returns the cycle in a modified instance. */
  static BatchCycle cycle(CyclicInstance instance) {
    return new BatchCycle(instance, new Replication(SEED, 0));
  }

  /** Returns the run of a policy in a cycle; fails if a job has failed. */
  static CyclicRun run(BatchCycle cycle, NamedPolicy policy) {
    var result = new ArrayList<CyclicRun>();
    new ReplicationRunner(SEED, 1, 1)
        .repeat(
            (replication, observations) -> result.add(cycle.schedule(policy, observations).run()),
            List.of(new Series("", "")),
            done -> {});
    if (result.get(0).header().failedCycles() > 0) {
      throw new IllegalStateException("this replication fails, take another seed");
    }
    return result.get(0);
  }

  /** Returns the mean over jobs of a value in thousandths, computed from the parts of each job. */
  static double mean(CyclicRun run, List<JobRow> jobs, ToLongFunction<List<PlacementRow>> of) {
    long sum = 0;
    for (var job : jobs) {
      sum += of.applyAsLong(parts(run, job.job().id()));
    }
    return sum / 1000.0 / jobs.size();
  }

  private static List<PlacementRow> parts(CyclicRun run, JobId job) {
    return run.placements().stream().filter(row -> row.job().equals(job)).toList();
  }

  static long start(List<PlacementRow> parts) {
    return parts.get(0).start();
  }

  static long finish(List<PlacementRow> parts) {
    return parts.stream().mapToLong(PlacementRow::end).max().orElseThrow();
  }

  static long cost(List<PlacementRow> parts) {
    return parts.stream().mapToLong(PlacementRow::costMilli).sum();
  }

  static long procTime(List<PlacementRow> parts) {
    return parts.stream().mapToLong(part -> part.end() - part.start()).sum();
  }

  static long realProcTime(List<PlacementRow> parts) {
    return parts.stream().mapToLong(part -> part.realEnd() - part.start()).sum();
  }
}
