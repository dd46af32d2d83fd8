package io.metasched.simulation.system.whatif;

import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.whatif.CandidateStarts;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.resource.whatif.MetricWeights.Weight;
import io.metasched.resource.whatif.PlanMetric;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.function.Function;

/**
 * The one row of run.csv: what the run is called, the clusters, and how starts are rated.
 *
 * @param title what the run is called; its policy is the method
 * @param processors of each cluster
 * @param localScheduler of all clusters
 * @param headPromise whether reservations respect the first job of a queue
 * @param candidates how many starts are rated at most
 * @param leastGapTicks between two of them
 * @param makespanWeight how much C_max counts
 * @param completionWeight how much C_avg counts
 * @param slowdownWeight how much the mean slowdown counts
 * @param utilisationWeight how much the utilisation counts
 */
record WhatIfFacts(
    RunTitle title,
    List<Integer> processors,
    String localScheduler,
    HeadPromise headPromise,
    int candidates,
    long leastGapTicks,
    double makespanWeight,
    double completionWeight,
    double slowdownWeight,
    double utilisationWeight) {
  /** The file {@value RunTitle#FILE}. */
  static final TableFormat<WhatIfFacts> FORMAT =
      TableFormat.ofTitled(
          WhatIfFacts.class,
          WhatIfFacts::title,
          List.of(
              Column.of(
                  "processors",
                  ColumnType.integersFrom(1),
                  Unit.PROCESSORS,
                  WhatIfFacts::processors),
              Column.of("local", ColumnType.TEXT, WhatIfFacts::localScheduler),
              Column.of(
                  "headPromise",
                  ColumnType.constant(HeadPromise.values()),
                  WhatIfFacts::headPromise),
              Column.of(
                  "candidates", ColumnType.integerFrom(2), Unit.COUNT, WhatIfFacts::candidates),
              Column.of(
                  "leastGap", ColumnType.unitsFrom(1), Unit.SECONDS, WhatIfFacts::leastGapTicks),
              weight("makespanWeight", WhatIfFacts::makespanWeight),
              weight("completionWeight", WhatIfFacts::completionWeight),
              weight("slowdownWeight", WhatIfFacts::slowdownWeight),
              weight("utilisationWeight", WhatIfFacts::utilisationWeight)));

  /** Copies the list. */
  WhatIfFacts {
    processors = List.copyOf(processors);
  }

  private static Column<WhatIfFacts, Double> weight(
      String name, Function<WhatIfFacts, Double> value) {
    return Column.of(name, ColumnType.MEASURED, Unit.SHARE, value);
  }

  /** The facts of a run. */
  static WhatIfFacts of(RunTitle title, WhatIfSetting setting) {
    var weights = setting.weights();
    return new WhatIfFacts(
        title,
        setting.processors(),
        setting.localScheduler(),
        setting.headPromise(),
        setting.candidates().most(),
        setting.candidates().leastGapTicks(),
        weights.of(PlanMetric.MAKESPAN),
        weights.of(PlanMetric.COMPLETION),
        weights.of(PlanMetric.SLOWDOWN),
        weights.of(PlanMetric.UTILISATION));
  }

  /**
   * The clusters under the method.
   *
   * @throws IllegalArgumentException where the columns make no sense together
   */
  WhatIfSetting setting() {
    return new WhatIfSetting(
        processors,
        localScheduler,
        headPromise,
        title.policy(),
        new CandidateStarts(candidates, leastGapTicks),
        new MetricWeights(
            List.of(
                new Weight(PlanMetric.MAKESPAN, makespanWeight),
                new Weight(PlanMetric.COMPLETION, completionWeight),
                new Weight(PlanMetric.SLOWDOWN, slowdownWeight),
                new Weight(PlanMetric.UTILISATION, utilisationWeight))));
  }
}
