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
import io.metasched.simulation.study.Jackknife;
import io.metasched.simulation.study.JointMeans;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
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
 *
 * <p>How many alternatives a job may have, by which criterion they are searched and whether the
 * budget binds is not published; columns with a prefix have other readings in the same cycles.
 */
public final class CyclicSubBatches implements Experiment {
  static final List<String> LEVELS = List.of("low", "medium", "high");
  static final List<Integer> SLICES = List.of(1, 2, 3, 5, 6, 10, 20);
  private static final String PROC_TIME = "procTime";
  private static final String ALTERNATIVES = "NA";
  private static final String COST = "cost";
  private static final String FAILURES = "Y";
  private static final List<String> COLUMNS = List.of(PROC_TIME, ALTERNATIVES, COST, FAILURES);

  /** Below this many sub-batches the paper has its best ones at high load. */
  private static final int FEW = 5;

  private static final int SINGLE_JOBS = 20;

  /**
   * A reading of what the paper leaves open.
   *
   * @param prefix how its columns begin
   * @param criteria of the jobs
   * @param cap most alternatives of each, as a scenario has it
   * @param budget reading of b*
   */
  private record Reading(String prefix, String criteria, String cap, String budget) {

    String id() {
      return prefix.isEmpty() ? "" : prefix.replace('.', '-');
    }

    String label() {
      return prefix.isEmpty() ? "set B5" : prefix.substring(0, prefix.length() - 1);
    }
  }

  private static final String OWN_CRITERIA = "start,runtime,finish,cost";
  private static final String UNCAPPED = "uncapped.";

  /** The budget does not bind, and there is no cap. */
  private static final String FREE = "free.";

  private static final List<Reading> READINGS =
      List.of(
          new Reading("", "start", "14", "ii"),
          new Reading(UNCAPPED, "start", "none", "ii"),
          new Reading("uncapped-runtime.", "runtime", "none", "ii"),
          new Reading("unbound.", "start", "14", "i"),
          new Reading(FREE, "start", "none", "i"),
          new Reading("free-own.", OWN_CRITERIA, "none", "i"),
          new Reading("free-runtime.", "runtime", "none", "i"),
          new Reading("free-finish.", "finish", "none", "i"));

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "cyclic-sub-batches",
        "How the number of sub-batches of the batch-slicer acts on processor time, cost,"
            + " alternatives and failures at three levels of load.",
        "cyclic scheduling paper, section 6.3, figure 7",
        1000,
        0.45,
        false);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    var prefixes = new ArrayList<String>(READINGS.stream().map(Reading::prefix).toList());
    prefixes.add(EXACT);
    for (var prefix : prefixes) {
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

  /** The batches of a level with one distribution of criteria. */
  private record Batch(Scenario scenario, List<Variant> variants) {}

  @Override
  public List<String> policies() {
    return SLICES.stream().map(slices -> "k=" + slices).toList();
  }

  @Override
  public List<String> shareColumns() {
    return List.of(FAILURES);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var batches = new ArrayList<Batch>();
    for (var level : LEVELS) {
      for (var criteria : READINGS.stream().map(Reading::criteria).distinct().toList()) {
        batches.add(batch(level, criteria, context));
      }
    }
    return (replication, observations) ->
        batches.forEach(batch -> replicate(batch, replication, observations));
  }

  private static Batch batch(String level, String criteria, ExperimentContext context) {
    var text =
        BatchCycle.with(
            context.environment(ScenarioReader.SCHEMA, "cyclic-batch-" + level),
            "jobs.criteria=[%s]".formatted(criteria));
    var variants = new ArrayList<Variant>();
    for (int slices : SLICES) {
      var k = "policy.batch-slicer.k=" + slices;
      var row = row(level, slices);
      for (var reading : READINGS) {
        if (reading.criteria().equals(criteria)) {
          String[] settings = {
            k, "alternatives-cap=" + reading.cap(), "vo.budget=" + reading.budget()
          };
          variants.add(
              new Variant(
                  row, reading.prefix(), BatchCycle.published(text, "batch-slicer", settings)));
          if (reading.prefix().isEmpty()) {
            variants.add(new Variant(row, EXACT, BatchCycle.exact(text, "batch-slicer", settings)));
          }
        }
      }
    }
    return new Batch(BatchCycle.scenario(text), variants);
  }

  private static void replicate(Batch batch, Replication replication, Observations to) {
    var cycle = BatchCycle.of(batch.scenario(), replication);
    for (var variant : batch.variants()) {
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
    var claims = new ArrayList<Claim>();
    claims.add(
        new Claim(
            "optimum-at-5-or-6-medium",
            "At medium load the least processor time comes with 5 or 6 sub-batches.",
            best == 5 || best == 6,
            "least at k = %d: %s"
                .formatted(best, Trends.means(measured, rows("medium"), PROC_TIME))));
    claims.add(
        falls("cost-falls-with-k", "Cost falls with the number of sub-batches.", COST, measured));
    claims.add(
        rises(
            "alternatives-rise-with-k",
            "The alternatives of a job rise with the number of sub-batches.",
            ALTERNATIVES,
            measured));
    claims.add(
        rises(
            "failures-rise-with-k",
            "The share of failed cycles rises with the number of sub-batches.",
            FAILURES,
            measured));
    claims.add(
        new Claim(
            "gain-5-to-7-percent-over-css",
            "At medium load the best slicing needs 5 to 7 % less processor time than one batch.",
            gain >= 0.05 && gain <= 0.07,
            "k = %d needs %s less".formatted(best, ClaimFormat.percent(gain))));
    for (var reading : READINGS) {
      claims.add(singleJobsBest(measured, reading));
      claims.add(fewBest(measured, reading));
    }
    claims.add(
        singleJobsGain(
            measured,
            "",
            UNCAPPED,
            "cap-costs-single-jobs-at-low-load",
            "At low load single jobs need less processor time without the cap of 14."));
    claims.add(
        singleJobsGain(
            measured,
            UNCAPPED,
            FREE,
            "budget-costs-single-jobs-at-low-load",
            "At low load single jobs without a cap need less processor time where the budget does"
                + " not bind."));
    return claims;
  }

  /** Single jobs at low load need less processor time by one reading than by another. */
  private static Claim singleJobsGain(
      ObservedValues measured, String than, String by, String id, String text) {
    var row = row("low", SINGLE_JOBS);
    return new Paired(measured)
        .less(new Series(row, by + PROC_TIME), new Series(row, than + PROC_TIME))
        .claim(id, text);
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

  private static Claim singleJobsBest(ObservedValues measured, Reading reading) {
    var others = SLICES.stream().filter(slices -> slices != SINGLE_JOBS).toList();
    return lessThanBest(
        measured,
        reading,
        "low",
        List.of(SINGLE_JOBS),
        others,
        "single-jobs-best-at-low-load",
        "At low load single jobs need the least processor time");
  }

  private static Claim fewBest(ObservedValues measured, Reading reading) {
    return lessThanBest(
        measured,
        reading,
        "high",
        SLICES.stream().filter(slices -> slices < FEW).toList(),
        SLICES.stream().filter(slices -> slices >= FEW).toList(),
        "few-best-at-high-load",
        "At high load fewer than 5 sub-batches need the least processor time");
  }

  /**
   * The best of some numbers needs less than the best of the others. Which are best is decided by
   * the cycles in which all succeed, and which of the two is better by those in which both do.
   */
  private static Claim lessThanBest(
      ObservedValues measured,
      Reading reading,
      String level,
      List<Integer> some,
      List<Integer> others,
      String id,
      String text) {
    var column = reading.prefix() + PROC_TIME;
    var all = SLICES.stream().map(slices -> new Series(row(level, slices), column)).toList();
    var means = new JointMeans(measured, all);
    return new Paired(measured)
        .less(all.get(best(means, some)), all.get(best(means, others)))
        .claim(reading.id() + id, "%s (%s).".formatted(text, reading.label()));
  }

  /** The place of the number with the least mean, among some. */
  private static int best(JointMeans means, List<Integer> among) {
    int best = SLICES.indexOf(among.get(0));
    for (int slices : among) {
      int at = SLICES.indexOf(slices);
      best = means.mean(at, Jackknife.NONE) < means.mean(best, Jackknife.NONE) ? at : best;
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
    var figures = new ArrayList<Figure>();
    figures.add(figure("Processor time of a job (figure 7)", "T_CPU, units", PROC_TIME));
    for (var level : LEVELS) {
      figures.add(byReading(level));
    }
    figures.add(figure("Alternatives of a job", "alternatives", ALTERNATIVES));
    figures.add(figure("Cost of a job", "money", COST));
    figures.add(figure("Failed cycles", "share", FAILURES));
    return figures;
  }

  private static Figure byReading(String level) {
    var curves =
        READINGS.stream()
            .map(reading -> curve(reading.label(), level, reading.prefix() + PROC_TIME))
            .toList();
    return new Figure(
        "Processor time of a job at %s load, by reading".formatted(level),
        "number of sub-batches k",
        "T_CPU, units",
        Kind.LINES,
        curves);
  }

  private static Figure figure(String title, String yLabel, String column) {
    var curves = new ArrayList<Curve>();
    for (var prefix : List.of("", EXACT)) {
      for (var level : LEVELS) {
        var label = prefix.isEmpty() ? level : level + ", exact searches";
        curves.add(curve(label, level, prefix + column));
      }
    }
    return new Figure(title, "number of sub-batches k", yLabel, Kind.LINES, curves);
  }

  private static Curve curve(String label, String level, String column) {
    return new Curve(
        label,
        SLICES.stream().map(k -> new Point("" + k, new Series(row(level, k), column))).toList());
  }
}
