package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.ClaimFormat;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.experiment.BatchCycle.Outcome;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Experiment on the consistency of a schedule when jobs end earlier than estimated.
 *
 * <p>Source: the cyclic scheduling paper, section 7.2, table 3. Scheduled values come from a cycle
 * in which every job lasts as long as reserved. Real values come from the same cycle with early
 * ends, after which backfilling moves jobs forward and the other policies do not move jobs. The row
 * advantage contains the batch-slicer's saving in a cycle, as a share of backfilling's processor
 * time. Its starts are backfilling's earlier starts, as a negative share of the batch-slicer's
 * start. Failed cycles have no values.
 *
 * <p>The columns {@code used} are shares of the time that local jobs leave vacant: up to the last
 * end of a schedule, or before and after the first sixth of the interval. Slots are those left by
 * the schedule. The rows of other levels show the same advantage with another local load alone.
 */
public final class CyclicConsistency implements Experiment {
  private static final double TOLERANCE = 0.05;
  private static final double ADVANTAGE_TOLERANCE = 0.1;

  private static final String BACKFILLING = "backfilling";
  private static final String CSS = "css";
  private static final String SLICER = "batch-slicer";
  private static final String ADVANTAGE = "advantage";
  private static final List<String> POLICIES = List.of(BACKFILLING, CSS, SLICER);

  private static final String PROC_TIME = "procTime";
  private static final String START = "start";
  private static final String SCHEDULED = ".scheduled";
  private static final String REAL = ".real";
  private static final List<String> COLUMNS =
      List.of(PROC_TIME + SCHEDULED, PROC_TIME + REAL, START + SCHEDULED, START + REAL);

  private static final String COST = "cost" + SCHEDULED;
  private static final String USED = "used";
  private static final String EARLY = "usedEarly" + SCHEDULED;
  private static final String LATER = "usedLater" + SCHEDULED;
  private static final String SLOTS = "slotsLeft" + SCHEDULED;
  private static final String SLOT_LENGTH = "slotLength" + SCHEDULED;
  private static final String PERFORMANCE = "performance" + REAL;
  private static final List<String> USE_COLUMNS =
      List.of(COST, USED + SCHEDULED, USED + REAL, EARLY, LATER, SLOTS, SLOT_LENGTH, PERFORMANCE);

  /** Number of equal parts of the interval, the first of which counts as early. */
  private static final int PARTS = 6;

  /** The other levels of load, with their settings; all else is as at the medium level. */
  private static final Map<String, List<String>> OTHER_LEVELS = otherLevels();

  private static Map<String, List<String>> otherLevels() {
    var levels = new TreeMap<String, List<String>>();
    levels.put("low", List.of("local.base=0", "local.spread=0.1"));
    levels.put("high", List.of("local.base=0.2", "local.spread=0.2"));
    return levels;
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-consistency");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    published(BACKFILLING, List.of(187.7, 115.1), measures);
    measures.add(Measure.ordered(BACKFILLING, START + SCHEDULED, 69));
    measures.add(Measure.ordered(BACKFILLING, START + REAL, 37.3));
    published(CSS, List.of(150.1, 90.4, 281.2, 281.2), measures);
    published(SLICER, List.of(138.6, 83.5, 223.8, 223.8), measures);
    measures.add(Measure.published(ADVANTAGE, PROC_TIME + SCHEDULED, 0.262, ADVANTAGE_TOLERANCE));
    measures.add(Measure.published(ADVANTAGE, PROC_TIME + REAL, 0.275, ADVANTAGE_TOLERANCE));
    measures.add(Measure.ordered(ADVANTAGE, START + SCHEDULED, -0.69));
    measures.add(Measure.ordered(ADVANTAGE, START + REAL, -0.83));
    for (var row : List.of(BACKFILLING, CSS, SLICER, ADVANTAGE)) {
      COLUMNS.forEach(column -> measures.add(Measure.ours(row, EXACT + column)));
    }
    for (var policy : POLICIES) {
      USE_COLUMNS.forEach(column -> measures.add(Measure.ours(policy, column)));
    }
    for (var level : OTHER_LEVELS.keySet()) {
      measures.add(Measure.ours(ADVANTAGE + " " + level, PROC_TIME + SCHEDULED));
    }
    return measures;
  }

  private static void published(String row, List<Double> paper, List<Measure> measures) {
    for (int i = 0; i < paper.size(); i++) {
      measures.add(Measure.published(row, COLUMNS.get(i), paper.get(i), TOLERANCE));
    }
  }

  private record Variant(String prefix, List<NamedPolicy> policies) {}

  @Override
  public List<String> policies() {
    return POLICIES;
  }

  @Override
  public boolean isShare(Series cell) {
    return cell.row().startsWith(ADVANTAGE) || cell.column().startsWith(USED);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var text = context.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var estimated = BatchCycle.scenario(BatchCycle.asEstimated(text));
    var real = BatchCycle.scenario(text);
    var variants =
        List.of(
            new Variant("", POLICIES.stream().map(p -> BatchCycle.published(text, p)).toList()),
            new Variant(EXACT, POLICIES.stream().map(p -> BatchCycle.exact(text, p)).toList()));
    var levels = new TreeMap<String, Scenario>();
    OTHER_LEVELS.forEach(
        (level, settings) ->
            levels.put(
                level,
                BatchCycle.scenario(
                    BatchCycle.with(
                        BatchCycle.asEstimated(text), settings.toArray(String[]::new)))));
    return (replication, observations) -> {
      levels.forEach(
          (level, scenario) ->
              putAdvantage(
                  level,
                  BatchCycle.of(scenario, replication),
                  variants.get(0).policies(),
                  observations));
      for (var variant : variants) {
        replicate(
            BatchCycle.of(estimated, replication),
            BatchCycle.of(real, replication),
            variant,
            observations);
      }
    };
  }

  /**
   * Records the batch-slicer's saving at another level, as a share of backfilling's processor time.
   */
  private static void putAdvantage(
      String level, BatchCycle cycle, List<NamedPolicy> policies, Observations to) {
    var found = new TreeMap<String, Double>();
    for (var policy : policies) {
      if (!policy.name().equals(CSS)) {
        var outcome = cycle.schedule(policy, to);
        found.put(policy.name(), outcome.failed() ? Double.NaN : outcome.jobs().meanProcTime());
      }
    }
    to.put(
        ADVANTAGE + " " + level,
        PROC_TIME + SCHEDULED,
        ClaimFormat.less(
            found.getOrDefault(SLICER, Double.NaN), found.getOrDefault(BACKFILLING, Double.NaN)));
  }

  private static void replicate(
      BatchCycle estimated, BatchCycle real, Variant variant, Observations to) {
    var done = new TreeMap<String, Times>();
    for (var policy : variant.policies()) {
      var scheduled = estimated.schedule(policy, to);
      var ran = real.schedule(policy, to);
      if (!scheduled.failed()) {
        var times = new Times(scheduled.jobs(), ran.jobs());
        times.put(policy.name(), variant.prefix(), to);
        done.put(policy.name(), times);
        if (variant.prefix().isEmpty()) {
          putUse(policy.name(), VacantUse.of(real.instance()), scheduled, ran, to);
        }
      }
    }
    var sliced = done.get(SLICER);
    var backfilled = done.get(BACKFILLING);
    if (sliced != null && backfilled != null) {
      sliced.advantageOver(backfilled).put(ADVANTAGE, variant.prefix(), to);
    }
  }

  private static void putUse(
      String row, VacantUse use, Outcome scheduled, Outcome ran, Observations to) {
    var reserved = scheduled.run().placements();
    var real = ran.run().placements();
    long early = scheduled.run().header().horizonTicks() / PARTS;
    var left = use.left(reserved);
    to.put(row, COST, scheduled.jobs().meanCost());
    to.put(row, USED + SCHEDULED, use.share(reserved, PlacementRow::end));
    to.put(row, USED + REAL, use.share(real, PlacementRow::realEnd));
    to.put(row, EARLY, use.shareBefore(reserved, early));
    to.put(row, LATER, use.shareAfter(reserved, early));
    to.put(row, SLOTS, left.size());
    to.put(row, SLOT_LENGTH, VacantUse.meanLength(left));
    to.put(row, PERFORMANCE, use.meanPerformance(real));
  }

  /** Values of the four columns of a row. */
  private record Times(double procTime, double realProcTime, double start, double realStart) {

    Times(JobGroup scheduled, JobGroup real) {
      this(
          scheduled.meanProcTime(),
          real.meanProcTimeReal(),
          scheduled.meanStart(),
          real.meanStart());
    }

    Times advantageOver(Times other) {
      return new Times(
          ClaimFormat.less(procTime, other.procTime),
          ClaimFormat.less(realProcTime, other.realProcTime),
          -ClaimFormat.less(other.start, start),
          -ClaimFormat.less(other.realStart, realStart));
    }

    void put(String row, String prefix, Observations to) {
      to.put(row, prefix + PROC_TIME + SCHEDULED, procTime);
      to.put(row, prefix + PROC_TIME + REAL, realProcTime);
      to.put(row, prefix + START + SCHEDULED, start);
      to.put(row, prefix + START + REAL, realStart);
    }
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Processor time of a job (table 3)", "T_CPU, units", PROC_TIME),
        figure("Start of a job (table 3)", "units", START));
  }

  private static Figure figure(String title, String yLabel, String quantity) {
    var curves = new ArrayList<Curve>();
    for (var prefix : List.of("", EXACT)) {
      var searches = prefix.isEmpty() ? "" : ", exact searches";
      curves.add(curve("scheduled" + searches, prefix + quantity + SCHEDULED));
      curves.add(curve("real" + searches, prefix + quantity + REAL));
    }
    return new Figure(title, "policy", yLabel, Kind.BARS, curves);
  }

  private static Curve curve(String label, String column) {
    return Curve.of(label, POLICIES, row -> new Series(row, column));
  }
}
