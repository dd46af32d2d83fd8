package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Experiment on the number of sub-batches into which the batch-slicer should divide a batch, at
 * three levels of load.
 *
 * <p>Source: the cyclic scheduling paper, section 6.3, figure 7. All alternatives are the earliest
 * windows, so that one sub-batch is the cyclic scheme itself; the goal is least processor time.
 * Failed cycles have no schedule of the batch and count for Y alone.
 *
 * <p>The maximum number of alternatives of a job, their criterion and whether the budget binds are
 * not published; columns with a prefix use other interpretations in the same cycles.
 */
public final class CyclicSubBatches implements Experiment {
  static final List<String> LEVELS = List.of("low", "medium", "high");
  static final List<Integer> SLICES = List.of(1, 2, 3, 5, 6, 10, 20);
  private static final String PROC_TIME = "procTime";
  private static final String ALTERNATIVES = "NA";
  private static final String COST = "cost";
  private static final String FAILURES = "Y";

  /** Cost of the chosen windows as a share of the budgets b*. */
  private static final String BUDGET = "ofBudget";

  /** Whether the policy css places all jobs as a single sub-batch does. */
  private static final String AS_CSS = "asCss";

  /** Load of level low; nodes and jobs, and thus limits, of level medium. */
  private static final String SAME_LIMITS = "same limits";

  private static final int CAP = 14;
  private static final List<String> COLUMNS = List.of(PROC_TIME, ALTERNATIVES, COST, FAILURES);

  /**
   * Interpretation of the settings that the paper does not specify.
   *
   * @param prefix prefix of its columns
   * @param criteria criteria of the jobs
   * @param cap maximum number of alternatives of each job, as in a scenario
   * @param budget interpretation of b*
   */
  private record Reading(String prefix, String criteria, String cap, String budget) {

    String label() {
      return prefix.isEmpty() ? "set B5" : prefix.substring(0, prefix.length() - 1);
    }
  }

  private static final String OWN_CRITERIA = "start,runtime,finish,cost";
  private static final String FREE_OWN = "free-own.";

  private static final List<Reading> READINGS =
      List.of(
          new Reading("", "start", "" + CAP, "ii"),
          new Reading("uncapped.", "start", "none", "ii"),
          new Reading("uncapped-runtime.", "runtime", "none", "ii"),
          new Reading("unbound.", "start", "14", "i"),
          new Reading("free.", "start", "none", "i"),
          new Reading(FREE_OWN, OWN_CRITERIA, "none", "i"),
          new Reading("free-runtime.", "runtime", "none", "i"),
          new Reading("free-finish.", "finish", "none", "i"));

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-sub-batches");
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
    for (var level : LEVELS) {
      measures.add(Measure.ours(row(level, 1), AS_CSS));
      for (int slices : SLICES) {
        var row = row(level, slices);
        measures.add(Measure.ours(row, BUDGET));
        SubBatchFacts.COLUMNS.forEach(column -> measures.add(Measure.ours(row, column)));
        SubBatchFacts.ownColumns()
            .forEach(column -> measures.add(Measure.ours(row, FREE_OWN + column)));
      }
    }
    for (int slices : SLICES) {
      COLUMNS.forEach(column -> measures.add(Measure.ours(row(SAME_LIMITS, slices), column)));
    }
    return measures;
  }

  private static String row(String level, int slices) {
    return level + " k=" + slices;
  }

  /**
   * Policy for a level's batch.
   *
   * @param row row that it fills
   * @param prefix prefix of its columns
   * @param policy its policy; empty for the default interpretation, whose use of the budget is
   *     recorded
   */
  private record Variant(String row, String prefix, int slices, Optional<NamedPolicy> policy) {}

  /** Batches of a level with one distribution of criteria, and the policy css for them. */
  private record Batch(Scenario scenario, NamedPolicy css, List<Variant> variants) {}

  @Override
  public List<String> policies() {
    return SLICES.stream().map(slices -> "k=" + slices).toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var batches = new ArrayList<Batch>();
    for (var level : LEVELS) {
      for (var criteria : READINGS.stream().map(Reading::criteria).distinct().toList()) {
        batches.add(batch(level, criteria, context));
      }
    }
    batches.add(withSameLimits(context));
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
        String[] settings = {
          k, "alternatives-cap=" + reading.cap(), "vo.budget=" + reading.budget()
        };
        if (reading.prefix().isEmpty() && reading.criteria().equals(criteria)) {
          variants.add(new Variant(row, "", slices, Optional.empty()));
          variants.add(
              new Variant(
                  row,
                  EXACT,
                  slices,
                  Optional.of(BatchCycle.exact(text, "batch-slicer", settings))));
        } else if (reading.criteria().equals(criteria)) {
          variants.add(
              new Variant(
                  row,
                  reading.prefix(),
                  slices,
                  Optional.of(BatchCycle.published(text, "batch-slicer", settings))));
        }
      }
    }
    return new Batch(BatchCycle.scenario(text), BatchCycle.published(text, "css"), variants);
  }

  /**
   * Returns the batch of the level medium with the background load of the level low, under the
   * default interpretation only.
   */
  private static Batch withSameLimits(ExperimentContext context) {
    var load = new Values(context.environment(ScenarioReader.SCHEMA, "cyclic-batch-low").config());
    var text =
        BatchCycle.with(
            context.environment(ScenarioReader.SCHEMA, "cyclic-batch-medium"),
            "jobs.criteria=[start]",
            "local.base=" + load.text("local.base"),
            "local.spread=" + load.text("local.spread"));
    var variants =
        SLICES.stream()
            .map(k -> new Variant(row(SAME_LIMITS, k), "", k, Optional.empty()))
            .toList();
    return new Batch(BatchCycle.scenario(text), BatchCycle.published(text, "css"), variants);
  }

  private static void replicate(Batch batch, Replication replication, Observations to) {
    var cycle = BatchCycle.of(batch.scenario(), replication);
    for (var variant : batch.variants()) {
      var row = variant.row();
      var prefix = variant.prefix();
      var budget = new BudgetUse();
      var outcome =
          cycle.schedule(
              variant.policy().orElseGet(() -> budget.slicer(variant.slices(), CAP)), to);
      boolean isMain = prefix.isEmpty() && !row.startsWith(SAME_LIMITS);
      if (isMain && variant.slices() == 1) {
        var css = cycle.schedule(batch.css(), to).run().placements();
        to.put(row, AS_CSS, css.equals(outcome.run().placements()) ? 1 : 0);
      }
      to.put(row, prefix + FAILURES, outcome.failed() ? 1 : 0);
      if (outcome.failed()) {
        continue;
      }
      var jobs = outcome.jobs();
      to.put(row, prefix + PROC_TIME, jobs.meanProcTime());
      to.put(row, prefix + ALTERNATIVES, jobs.meanAlternatives());
      to.put(row, prefix + COST, jobs.meanCost());
      if (isMain) {
        to.put(row, BUDGET, budget.share());
        SubBatchFacts.putAlternatives(row, outcome.run(), to);
      } else if (prefix.equals(FREE_OWN)) {
        SubBatchFacts.putOwn(row, prefix, outcome.run(), to);
      }
    }
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
    return Curve.of(label, SLICES, k -> new Series(row(level, k), column));
  }
}
