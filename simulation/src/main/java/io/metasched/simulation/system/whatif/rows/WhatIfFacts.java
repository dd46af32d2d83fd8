package io.metasched.simulation.system.whatif.rows;

import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.PlanMetric;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.resource.whatif.MetricWeights.Weight;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.whatif.model.WhatIfSetting;
import java.util.List;
import java.util.function.Function;

/**
 * The single row of run.csv: title of the run, the clusters, and the rating of starts.
 *
 * @param title title of the run; its policy is the method
 * @param processors number of processors of each cluster
 * @param localScheduler local scheduler of all clusters
 * @param headPromise whether reservations respect the first job of a queue
 * @param candidates maximum number of rated starts
 * @param leastGapTicks minimum distance between two of them
 * @param makespanWeight weight of C_max
 * @param completionWeight weight of C_avg
 * @param slowdownWeight weight of the mean slowdown
 * @param utilisationWeight weight of the utilisation
 */
public record WhatIfFacts(
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
  /** Format of {@value RunTitle#FILE}. */
  static final TableFormat<WhatIfFacts> FORMAT =
      TableFormat.ofTitled(
          WhatIfFacts.class,
          WhatIfFacts::title,
          List.of(
              Column.of(
                  "processors",
                  ColumnType.integersFrom(1),
                  Unit.PROCESSORS,
                  "processors of each cluster; clusters are numbered from 0 in this order",
                  WhatIfFacts::processors),
              Column.of(
                  "local",
                  ColumnType.TEXT,
                  "local scheduler of all clusters",
                  WhatIfFacts::localScheduler),
              Column.of(
                  "headPromise",
                  ColumnType.constant(HeadPromise.values()),
                  "whether a reservation respects the promised start of the first waiting job",
                  WhatIfFacts::headPromise),
              Column.of(
                  "candidates",
                  ColumnType.integerFrom(2),
                  Unit.COUNT,
                  "maximum number of starts that a probe rates",
                  WhatIfFacts::candidates),
              Column.of(
                  "leastGap",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "minimum time between two of them",
                  WhatIfFacts::leastGapTicks),
              weight("makespanWeight", WhatIfFacts::makespanWeight),
              weight("completionWeight", WhatIfFacts::completionWeight),
              weight("slowdownWeight", WhatIfFacts::slowdownWeight),
              weight("utilisationWeight", WhatIfFacts::utilisationWeight)));

  public WhatIfFacts {
    processors = List.copyOf(processors);
  }

  private static Column<WhatIfFacts, Double> weight(
      String name, Function<WhatIfFacts, Double> value) {
    return Column.of(
        name,
        ColumnType.MEASURED,
        Unit.SHARE,
        "weight of this metric of a plan; together 1",
        value);
  }

  /** Returns the facts of a run. */
  public static WhatIfFacts of(RunTitle title, WhatIfSetting setting) {
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
   * Returns the clusters under the method.
   *
   * @throws IllegalArgumentException if the columns contradict each other
   */
  public WhatIfSetting setting() {
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
