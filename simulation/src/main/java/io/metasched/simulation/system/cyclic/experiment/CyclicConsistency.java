package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.ClaimFormat;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.Trends;
import io.metasched.simulation.system.cyclic.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.ScenarioReader;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What is left of a schedule when jobs end earlier than estimated.
 *
 * <p>Source: the cyclic scheduling paper, section 7.2, table 3. Scheduled values are those of a
 * cycle in which every job lasts as long as reserved, real ones those of the same cycle with early
 * ends, after which backfilling moves jobs forward and the others move none. The row advantage is
 * what the batch-slicer saves in a cycle, as a share of backfilling's processor time, and how much
 * earlier backfilling starts, as a negative share of the batch-slicer's start. Failed cycles have
 * no values.
 */
public final class CyclicConsistency implements Experiment {
  private static final double TOLERANCE = 0.05;
  private static final double ADVANTAGE_TOLERANCE = 0.1;
  private static final double LEAST_FALL = 0.3;

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

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "cyclic-consistency",
        "Processor time and start as scheduled and in reality, where jobs end early.",
        "cyclic scheduling paper, section 7.2, table 3",
        1000,
        0.03,
        false);
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
    return cell.row().equals(ADVANTAGE);
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
    return (replication, observations) -> {
      for (var variant : variants) {
        replicate(
            BatchCycle.of(estimated, replication),
            BatchCycle.of(real, replication),
            variant,
            observations);
      }
    };
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
      }
    }
    var sliced = done.get(SLICER);
    var backfilled = done.get(BACKFILLING);
    if (sliced != null && backfilled != null) {
      sliced.advantageOver(backfilled).put(ADVANTAGE, variant.prefix(), to);
    }
  }

  /** The four columns of a row. */
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
  public List<Claim> claims(ObservedValues measured) {
    return List.of(
        orderOfProcTime(measured),
        growingAdvantage(measured),
        backfillingFirst(measured),
        realStartFalls(measured));
  }

  private static Claim orderOfProcTime(ObservedValues measured) {
    boolean holds = true;
    var found = new ArrayList<String>();
    for (var column : List.of(PROC_TIME + SCHEDULED, PROC_TIME + REAL)) {
      holds &=
          measured.difference(SLICER, CSS, column).mean() < 0
              && measured.difference(CSS, BACKFILLING, column).mean() < 0;
      found.add(column + ": " + Trends.means(measured, POLICIES, column));
    }
    return new Claim(
        "order-of-cpu-time",
        "The batch-slicer needs the least processor time, then css, then backfilling.",
        holds,
        "%s; %s".formatted(String.join(", ", POLICIES), String.join("; ", found)));
  }

  private static Claim growingAdvantage(ObservedValues measured) {
    double scheduled = advantage(measured, PROC_TIME + SCHEDULED);
    double real = advantage(measured, PROC_TIME + REAL);
    return new Claim(
        "advantage-grows-in-real",
        "The batch-slicer's advantage over backfilling in processor time is greater in reality than"
            + " as scheduled.",
        real > scheduled,
        "as scheduled %s, in reality %s"
            .formatted(ClaimFormat.percent(scheduled), ClaimFormat.percent(real)));
  }

  /** The advantage of the means, as the paper has it. */
  private static double advantage(ObservedValues measured, String column) {
    return ClaimFormat.less(measured.mean(SLICER, column), measured.mean(BACKFILLING, column));
  }

  private static Claim backfillingFirst(ObservedValues measured) {
    boolean holds = true;
    var found = new ArrayList<String>();
    for (var column : List.of(START + SCHEDULED, START + REAL)) {
      holds &=
          measured.difference(BACKFILLING, CSS, column).mean() < 0
              && measured.difference(BACKFILLING, SLICER, column).mean() < 0;
      found.add(column + ": " + Trends.means(measured, POLICIES, column));
    }
    return new Claim(
        "backfilling-starts-first",
        "Backfilling starts jobs earlier than css and the batch-slicer, as scheduled and in"
            + " reality.",
        holds,
        "%s; %s".formatted(String.join(", ", POLICIES), String.join("; ", found)));
  }

  private static Claim realStartFalls(ObservedValues measured) {
    double fall =
        ClaimFormat.less(
            measured.mean(BACKFILLING, START + REAL),
            measured.mean(BACKFILLING, START + SCHEDULED));
    return new Claim(
        "backfilling-real-start-falls-30-percent-or-more",
        "With backfilling jobs really start at least 30 % earlier than scheduled.",
        fall >= LEAST_FALL,
        "earlier by " + ClaimFormat.percent(fall));
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
    return new Curve(
        label, POLICIES.stream().map(row -> new Point(row, new Series(row, column))).toList());
  }
}
