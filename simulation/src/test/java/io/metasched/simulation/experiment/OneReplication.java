package io.metasched.simulation.experiment;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.replication.Measurements;
import io.metasched.simulation.replication.Replication;
import io.metasched.simulation.replication.Series;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.PlacementRow;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.scenario.Scenario.NamedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The first replication of an experiment, and its runs once more, to be read row by row. */
final class OneReplication {
  static final long SEED = 3;
  static final Conditions CONDITIONS = new Conditions(List.of(), () -> 0);

  private OneReplication() {}

  static Measurements of(Experiment experiment) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    return new Laboratory(SEED, 1, 1).repeat(experiment.trial(CONDITIONS), cells, done -> {});
  }

  static double value(Measurements measured, String row, String column) {
    return measured.values(row, column)[0];
  }

  /** The cycle of an experiment's environment. */
  static BatchCycle cycle(ScenarioText text) {
    return BatchCycle.of(BatchCycle.scenario(text), new Replication(SEED, 0));
  }

  /** The same cycle in a world that was changed. */
  static BatchCycle cycle(World world) {
    return new BatchCycle(world, new Replication(SEED, 0));
  }

  /** The run of a policy in a cycle, which is to have no failed job. */
  static RunResult run(BatchCycle cycle, NamedPolicy policy) {
    var result = new ArrayList<RunResult>();
    new Laboratory(SEED, 1, 1)
        .repeat(
            (replication, observations) -> result.add(cycle.schedule(policy, observations).run()),
            List.of(new Series("", "")),
            done -> {});
    if (result.get(0).header().failedCycles() > 0) {
      throw new IllegalStateException("this replication fails, take another seed");
    }
    return result.get(0);
  }

  /** The mean over jobs of a number in thousandths that is made of the parts of each. */
  static double mean(RunResult run, List<JobRow> jobs, ToLongFunction<List<PlacementRow>> of) {
    long sum = 0;
    for (var job : jobs) {
      sum += of.applyAsLong(parts(run, job.job().id()));
    }
    return sum / 1000.0 / jobs.size();
  }

  private static List<PlacementRow> parts(RunResult run, JobId job) {
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
