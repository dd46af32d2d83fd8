package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import java.util.Map;
import java.util.TreeMap;

/**
 * Schedule that supplies cells of the calibration. Equal schedules serve several cells and sets of
 * choices, and are computed once.
 *
 * @param batch scheduled batch
 * @param method scheduling policy
 */
record CalibrationSchedule(Batch batch, Method method) {
  /** Column that is 1 if the cycle succeeded, else 0. */
  static final String SUCCESS = "success";

  /** Sold time of the priced node. */
  static final String SOLD = "Lc";

  static final String PROC_TIME = "procTime";
  static final String REAL_PROC_TIME = "procTimeReal";
  static final String START = "start";
  static final String COST = "cost";
  static final String ALTERNATIVES = "NA";

  /**
   * Batch in its environment.
   *
   * @param level load of the batch
   * @param mostVolume maximum volume of a part
   * @param criteria criteria of all jobs, or {@link ChoiceSet#OWN}
   * @param asEstimated whether every job lasts as long as reserved
   * @param performance performance of the priced node
   * @param price price of that node; 0 if all nodes are as generated
   */
  record Batch(
      String level,
      int mostVolume,
      String criteria,
      boolean asEstimated,
      int performance,
      int price) {

    static Batch of(String level, int mostVolume, String criteria) {
      return new Batch(level, mostVolume, criteria, false, 0, 0);
    }

    Batch estimated() {
      return new Batch(level, mostVolume, criteria, true, performance, price);
    }

    /** Returns a copy in which one node has the given performance and price. */
    Batch priced(int ofPerformance, int atPrice) {
      return new Batch(level, mostVolume, criteria, asEstimated, ofPerformance, atPrice);
    }

    /** Returns a copy with all nodes as generated. */
    Batch unpriced() {
      return priced(0, 0);
    }

    ScenarioText in(ScenarioText environment) {
      var own = "start,runtime,finish,cost";
      var text =
          BatchCycle.with(
              environment,
              "jobs.volume.most=" + mostVolume,
              "jobs.criteria=[%s]".formatted(criteria.equals(ChoiceSet.OWN) ? own : criteria));
      return asEstimated ? BatchCycle.asEstimated(text) : text;
    }
  }

  /**
   * Policy with its settings.
   *
   * @param name name of the policy
   * @param slices number of its sub-batches
   * @param firstJobs number of jobs that BSF slices
   */
  record Method(String name, String budget, String cap, int slices, int firstJobs) {
    static final Method BACKFILLING = new Method("backfilling", "ii", "14", 1, 0);

    static Method slicing(ChoiceSet set, int slices) {
      return new Method("batch-slicer", set.budget(), set.cap(), slices, 0);
    }

    /**
     * Returns BSF; with no jobs sliced, it is backfilling, and with all jobs sliced, it is the
     * batch-slicer.
     */
    static Method filling(ChoiceSet set, int firstJobs, int allJobs) {
      if (firstJobs == 0) {
        return BACKFILLING;
      }
      return firstJobs == allJobs
          ? slicing(set, set.slices())
          : new Method("bsf", set.budget(), set.cap(), set.slices(), firstJobs);
    }

    NamedPolicy policy(ScenarioText text) {
      return BatchCycle.published(
          text,
          name,
          "vo.budget=" + budget,
          "alternatives-cap=" + cap,
          "policy.batch-slicer.k=" + slices,
          "policy.bsf.k=" + slices,
          "policy.bsf.n=" + firstJobs);
    }
  }

  /** Returns the series of a column among all observations. */
  Series series(String column) {
    return new Series(batch + " " + method, column);
  }

  /** Returns the name of the column of the jobs of one criterion. */
  static String of(String criterion, String column) {
    return criterion + " " + column;
  }

  /**
   * Returns all columns of an outcome; only {@link #SUCCESS} if the cycle failed.
   *
   * @param node the priced node
   */
  Map<String, Double> values(BatchCycle.Outcome outcome, int node) {
    var values = new TreeMap<String, Double>();
    values.put(SUCCESS, outcome.failed() ? 0.0 : 1.0);
    if (outcome.failed()) {
      return values;
    }
    putMeans("", outcome.jobs(), values);
    if (batch.criteria().equals(ChoiceSet.OWN)) {
      JobGroup.by(outcome.run(), row -> row.job().criterion())
          .forEach((criterion, jobs) -> putMeans(of(criterion.label(), ""), jobs, values));
    }
    if (batch.price() > 0) {
      long ticks = 0;
      for (var part : outcome.run().placements()) {
        ticks += part.node() == node ? part.end() - part.start() : 0;
      }
      values.put(SOLD, (double) ticks / Ticks.PER_UNIT);
    }
    return values;
  }

  private static void putMeans(String prefix, JobGroup jobs, Map<String, Double> to) {
    to.put(prefix + ALTERNATIVES, jobs.meanAlternatives());
    to.put(prefix + START, jobs.meanStart());
    to.put(prefix + "runtime", jobs.meanRuntimePlanned());
    to.put(prefix + "finish", jobs.meanFinishPlanned());
    to.put(prefix + COST, jobs.meanCost());
    to.put(prefix + PROC_TIME, jobs.meanProcTime());
    to.put(prefix + REAL_PROC_TIME, jobs.meanProcTimeReal());
  }
}
