package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.Batch;
import io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.Method;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** All schedules that supply cells of some sets of choices, each once. */
final class CalibrationSchedules {
  private static final String MEDIUM = "cyclic-batch-medium";

  private final Map<CalibrationSchedule, SortedSet<String>> columns = new LinkedHashMap<>();

  CalibrationSchedules(List<ChoiceSet> sets, List<PaperCell> cells) {
    for (var set : sets) {
      var sources = new CellSources(set);
      for (var cell : cells) {
        for (var group : sources.of(cell).groups()) {
          for (var input : group) {
            columns.computeIfAbsent(input.run(), run -> new TreeSet<>()).add(input.column());
          }
        }
      }
    }
  }

  int size() {
    return columns.size();
  }

  /** Returns all observed series of the schedules. */
  List<Series> series() {
    var series = new ArrayList<Series>();
    columns.forEach((run, names) -> names.forEach(name -> series.add(run.series(name))));
    return series;
  }

  /** Schedule with everything needed to compute it. */
  private record Prepared(
      CalibrationSchedule run, SortedSet<String> columns, Scenario scenario, NamedPolicy policy) {}

  /** Returns the computation of the schedules in the cycle of a replication. */
  Replicable replicable(ExperimentContext context) {
    var scenarios = new LinkedHashMap<Batch, Scenario>();
    var policies = new LinkedHashMap<Method, NamedPolicy>();
    var text = context.environment(ScenarioReader.SCHEMA, MEDIUM);
    var prepared = new ArrayList<Prepared>();
    columns.forEach(
        (run, names) ->
            prepared.add(
                new Prepared(
                    run,
                    names,
                    scenarios.computeIfAbsent(
                        run.batch().unpriced(), batch -> scenario(batch, context)),
                    policies.computeIfAbsent(run.method(), method -> method.policy(text)))));
    return (replication, observations) -> {
      var instances = new LinkedHashMap<Batch, CyclicInstance>();
      prepared.forEach(one -> observe(one, replication, instances, observations));
    };
  }

  private static Scenario scenario(Batch batch, ExperimentContext context) {
    var environment = context.environment(ScenarioReader.SCHEMA, "cyclic-batch-" + batch.level());
    return BatchCycle.scenario(batch.in(environment));
  }

  /**
   * Computes a schedule and records its columns.
   *
   * @param made batches that this replication has generated so far, with all nodes as generated
   */
  private static void observe(
      Prepared one, Replication replication, Map<Batch, CyclicInstance> made, Observations to) {
    var batch = one.run().batch();
    var instance =
        made.computeIfAbsent(
            batch.unpriced(), plain -> BatchCycle.of(one.scenario(), replication).instance());
    int node = replication.number() % instance.environment().nodes().size();
    if (batch.price() > 0) {
      instance = CyclicOwnerPrice.priced(instance, node, batch.performance(), batch.price());
    }
    var outcome = new BatchCycle(instance, replication).schedule(one.policy(), to);
    var values = one.run().values(outcome, node);
    for (var column : one.columns()) {
      var series = one.run().series(column);
      to.put(series.row(), series.column(), values.getOrDefault(column, Double.NaN));
    }
  }
}
