package io.metasched.simulation.system.whatif.rows;

import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.integersFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;
import static io.metasched.simulation.rows.Unit.SHARE;

import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.PlanMetric;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.resource.whatif.MetricWeights.Weight;
import io.metasched.simulation.rows.Field;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.system.whatif.model.WhatIfSetting;
import java.util.List;

/**
 * The single row of run.csv: title of the run, the clusters, and the rating of starts.
 *
 * @param title title of the run; its policy is the method
 * @param processors number of processors of each cluster
 * @param localScheduler local scheduler of all clusters
 * @param headPromise whether reservations respect the first job of a queue
 * @param candidates maximum number of rated starts
 * @param leastGapTicks minimum distance between two rated starts
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
      TableFormat.ofRecord(
          WhatIfFacts.class,
          RunTitle.FILE,
          RunTitle.COLUMNS,
          field(
              "processors",
              integersFrom(1),
              PROCESSORS,
              "processors of each cluster; clusters are numbered from 0 in this order"),
          field("local", TEXT, "local scheduler of all clusters"),
          field(
              "headPromise",
              constant(HeadPromise.values()),
              "whether a reservation respects the promised start of the first waiting job"),
          field("candidates", integerFrom(2), COUNT, "maximum number of starts that a probe rates"),
          field("leastGap", unitsFrom(1), SECONDS, "minimum time between two rated starts"),
          weight("makespanWeight"),
          weight("completionWeight"),
          weight("slowdownWeight"),
          weight("utilisationWeight"));

  public WhatIfFacts {
    processors = List.copyOf(processors);
  }

  private static Field<Double> weight(String name) {
    return field(name, MEASURED, SHARE, "weight of this metric of a plan; all weights add up to 1");
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
