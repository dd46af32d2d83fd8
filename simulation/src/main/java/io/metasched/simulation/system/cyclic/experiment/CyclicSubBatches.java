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
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.Trends;
import io.metasched.simulation.system.cyclic.Scenario;
import io.metasched.simulation.system.cyclic.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.ScenarioReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Into how many sub-batches the batch-slicer should cut a batch, at three levels of load.
 *
 * <p>Source: the cyclic scheduling paper, section 6.3, figure 7. All alternatives are the earliest
 * windows, so that one sub-batch is the cyclic scheme itself; the goal is least processor time.
 * Failed cycles have no schedule of the batch and count for Y alone.
 */
public final class CyclicSubBatches implements Experiment {
  static final List<String> LEVELS = List.of("low", "medium", "high");
  static final List<Integer> SLICES = List.of(1, 2, 3, 5, 6, 10, 20);
  private static final String PROC_TIME = "procTime";
  private static final String ALTERNATIVES = "NA";
  private static final String COST = "cost";
  private static final String FAILURES = "Y";
  private static final List<String> COLUMNS = List.of(PROC_TIME, ALTERNATIVES, COST, FAILURES);

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "cyclic-sub-batches",
        "How the number of sub-batches of the batch-slicer acts on processor time, cost,"
            + " alternatives and failures at three levels of load.",
        "cyclic scheduling paper, section 6.3, figure 7",
        1000,
        0.06,
        false);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var prefix : List.of("", EXACT)) {
      for (var level : LEVELS) {
        for (int slices : SLICES) {
          COLUMNS.forEach(
              column -> measures.add(Measure.ours(row(level, slices), prefix + column)));
        }
      }
    }
    return measures;
  }

  private static String row(String level, int slices) {
    return level + " k=" + slices;
  }

  private static List<String> rows(String level) {
    return SLICES.stream().map(slices -> row(level, slices)).toList();
  }

  /** A way to schedule a level's batch: the row and the prefix of the columns it fills. */
  private record Variant(String row, String prefix, NamedPolicy policy) {}

  private record Level(Scenario scenario, List<Variant> variants) {}

  @Override
  public Replicable replicable(ExperimentContext context) {
    var levels = LEVELS.stream().map(level -> level(level, context)).toList();
    return (replication, observations) ->
        levels.forEach(level -> replicate(level, replication, observations));
  }

  private static Level level(String level, ExperimentContext context) {
    var text =
        BatchCycle.with(
            context.environment(ScenarioReader.SCHEMA, "cyclic-batch-" + level),
            "jobs.criteria=[start]");
    var variants = new ArrayList<Variant>();
    for (int slices : SLICES) {
      var k = "policy.batch-slicer.k=" + slices;
      var row = row(level, slices);
      variants.add(new Variant(row, "", BatchCycle.published(text, "batch-slicer", k)));
      variants.add(new Variant(row, EXACT, BatchCycle.exact(text, "batch-slicer", k)));
    }
    return new Level(BatchCycle.scenario(text), variants);
  }

  private static void replicate(Level level, Replication replication, Observations to) {
    var cycle = BatchCycle.of(level.scenario(), replication);
    for (var variant : level.variants()) {
      var outcome = cycle.schedule(variant.policy(), to);
      to.put(variant.row(), variant.prefix() + FAILURES, outcome.failed() ? 1 : 0);
      if (!outcome.failed()) {
        var jobs = outcome.jobs();
        to.put(variant.row(), variant.prefix() + PROC_TIME, jobs.meanProcTime());
        to.put(variant.row(), variant.prefix() + ALTERNATIVES, jobs.meanAlternatives());
        to.put(variant.row(), variant.prefix() + COST, jobs.meanCost());
      }
    }
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    int best = best(measured, "medium");
    double gain =
        ClaimFormat.less(
            measured.mean(row("medium", best), PROC_TIME),
            measured.mean(row("medium", 1), PROC_TIME));
    return List.of(
        new Claim(
            "optimum-at-5-or-6-medium",
            "At medium load the least processor time comes with 5 or 6 sub-batches.",
            best == 5 || best == 6,
            "least at k = %d: %s"
                .formatted(best, Trends.means(measured, rows("medium"), PROC_TIME))),
        falls("cost-falls-with-k", "Cost falls with the number of sub-batches.", COST, measured),
        rises(
            "alternatives-rise-with-k",
            "The alternatives of a job rise with the number of sub-batches.",
            ALTERNATIVES,
            measured),
        rises(
            "failures-rise-with-k",
            "The share of failed cycles rises with the number of sub-batches.",
            FAILURES,
            measured),
        new Claim(
            "gain-5-to-7-percent-over-css",
            "At medium load the best slicing needs 5 to 7 % less processor time than one batch.",
            gain >= 0.05 && gain <= 0.07,
            "k = %d needs %s less".formatted(best, ClaimFormat.percent(gain))));
  }

  private static int best(ObservedValues measured, String level) {
    int best = SLICES.get(0);
    for (int slices : SLICES) {
      if (measured.mean(row(level, slices), PROC_TIME)
          < measured.mean(row(level, best), PROC_TIME)) {
        best = slices;
      }
    }
    return best;
  }

  private static Claim falls(String id, String text, String column, ObservedValues measured) {
    var against = new ArrayList<String>();
    LEVELS.forEach(level -> against.addAll(Trends.risesIn(measured, rows(level), column)));
    return trend(id, text, column, measured, against);
  }

  private static Claim rises(String id, String text, String column, ObservedValues measured) {
    var against = new ArrayList<String>();
    LEVELS.forEach(level -> against.addAll(Trends.fallsIn(measured, rows(level), column)));
    return trend(id, text, column, measured, against);
  }

  private static Claim trend(
      String id, String text, String column, ObservedValues measured, List<String> against) {
    var means =
        String.join(
            "; ",
            LEVELS.stream()
                .map(level -> level + ": " + Trends.means(measured, rows(level), column))
                .toList());
    return new Claim(id, text, against.isEmpty(), means + Trends.exceptions(against));
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Processor time of a job (figure 7)", "T_CPU, units", PROC_TIME),
        figure("Alternatives of a job", "alternatives", ALTERNATIVES),
        figure("Cost of a job", "money", COST),
        figure("Failed cycles", "share", FAILURES));
  }

  private static Figure figure(String title, String yLabel, String column) {
    var curves = new ArrayList<Curve>();
    for (var prefix : List.of("", EXACT)) {
      for (var level : LEVELS) {
        curves.add(
            new Curve(
                prefix.isEmpty() ? level : level + ", exact searches",
                SLICES.stream()
                    .map(k -> new Point("" + k, new Series(row(level, k), prefix + column)))
                    .toList()));
      }
    }
    return new Figure(title, "number of sub-batches k", yLabel, Kind.LINES, curves);
  }
}
