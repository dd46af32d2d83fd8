package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Criterion;
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
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Experiment on the benefit for users of naming a criterion for their jobs.
 *
 * <p>Source: the cyclic scheduling paper, section 6.2, table 1. The batch-slicer schedules jobs of
 * four criteria together; a row is about the jobs of one criterion. The row css is measured on the
 * same batch and slices, with the earliest windows as alternatives for all jobs. The next row has a
 * single slice, and the last rows are about the nodes of the jobs of that slice, by criteria that
 * css ignores. Times are as reserved. A value is the mean over a cycle's jobs; failed cycles have
 * none.
 */
public final class CyclicUserPreferences implements Experiment {
  private static final String SET_B5 = CyclicOwnerPrice.SET_B5;
  private static final double TOLERANCE = 0.1;
  private static final String CSS = "css";

  /** CSS with the whole batch as one sub-batch. */
  private static final String WHOLE = "css, one sub-batch";

  private static final String JOBS = "jobs";
  private static final String PERFORMANCE = "performance";

  private static final List<Criterion> CRITERIA =
      List.of(Criterion.START, Criterion.RUNTIME, Criterion.FINISH, Criterion.COST);

  /**
   * Column of the table.
   *
   * @param of value for a group of jobs
   * @param paper the paper's values for the four criteria and css
   * @param costRowByOrder whether the jobs of criterion cost can be compared by their order only:
   *     the times of that row depend on a market that the paper does not describe
   */
  private record Column(
      String name, ToDoubleFunction<JobGroup> of, List<Double> paper, boolean costRowByOrder) {

    Measure measure(String prefix, int row) {
      var name = prefix + name();
      boolean ordered =
          costRowByOrder && CRITERIA.size() > row && CRITERIA.get(row) == Criterion.COST;
      var tolerance = ordered ? OptionalDouble.empty() : OptionalDouble.of(TOLERANCE);
      return new Measure(
          new Series(ROWS.get(row), name), OptionalDouble.of(paper.get(row)), tolerance);
    }
  }

  private static final List<String> ROWS = rows();
  private static final Column ALTERNATIVES =
      new Column("NA", JobGroup::meanAlternatives, List.of(12.8, 10.6, 12.2, 12.9, 12.1), false);
  private static final Column START =
      new Column("start", JobGroup::meanStart, List.of(171.7, 214.5, 169.6, 262.6, 222.0), true);
  private static final Column RUNTIME =
      new Column(
          "runtime", JobGroup::meanRuntimePlanned, List.of(56.1, 39.3, 45.0, 55.5, 50.3), true);
  private static final Column FINISH =
      new Column(
          "finish", JobGroup::meanFinishPlanned, List.of(227.8, 253.9, 205.5, 318.0, 272.3), true);
  private static final Column COST =
      new Column(
          "cost", JobGroup::meanCost, List.of(1281.1, 1278.5, 1283.2, 1098.3, 1248.4), false);
  private static final List<Column> COLUMNS = List.of(ALTERNATIVES, START, RUNTIME, FINISH, COST);

  private static List<String> rows() {
    var rows = new ArrayList<String>();
    CRITERIA.forEach(criterion -> rows.add(criterion.label()));
    rows.add(CSS);
    return List.copyOf(rows);
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-user-preferences");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var prefix : List.of("", SET_B5)) {
      for (int row = 0; row < ROWS.size(); row++) {
        for (var column : COLUMNS) {
          measures.add(column.measure(prefix, row));
        }
      }
    }
    for (var row : ROWS) {
      COLUMNS.forEach(column -> measures.add(Measure.ours(row, EXACT + column.name())));
    }
    COLUMNS.forEach(column -> measures.add(Measure.ours(WHOLE, column.name())));
    for (var criterion : CRITERIA) {
      measures.add(Measure.ours(criterion.label(), JOBS));
      measures.add(Measure.ours(criterion.label(), PERFORMANCE));
      measures.add(Measure.ours(ofWhole(criterion), PERFORMANCE));
    }
    return measures;
  }

  /** Returns the row of the jobs of a criterion that CSS ignores. */
  private static String ofWhole(Criterion criterion) {
    return CSS + "-" + criterion.label();
  }

  /**
   * Batch with mixed criteria, or with one criterion for all jobs, and the policies with their
   * columns.
   */
  private record Batch(Scenario scenario, boolean mixed, List<Variant> variants) {}

  private record Variant(String prefix, NamedPolicy policy) {}

  @Override
  public Replicable replicable(ExperimentContext context) {
    var batches = new ArrayList<Batch>();
    for (boolean mixed : List.of(true, false)) {
      var criteria = mixed ? "jobs.criteria=[start,runtime,finish,cost]" : "jobs.criteria=[start]";
      var setA =
          BatchCycle.with(
              context.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound"), criteria);
      var setB5 =
          BatchCycle.with(
              context.environment(ScenarioReader.SCHEMA, "cyclic-batch-medium"), criteria);
      var variants = new ArrayList<Variant>();
      variants.add(new Variant("", BatchCycle.published(setA, "batch-slicer")));
      variants.add(new Variant(EXACT, BatchCycle.exact(setA, "batch-slicer")));
      if (mixed) {
        variants.add(new Variant(WHOLE, BatchCycle.published(setA, CSS)));
      }
      batches.add(new Batch(BatchCycle.scenario(setA), mixed, variants));
      batches.add(
          new Batch(
              BatchCycle.scenario(setB5),
              mixed,
              List.of(new Variant(SET_B5, BatchCycle.published(setB5, "batch-slicer")))));
    }
    return (replication, observations) ->
        batches.forEach(batch -> replicate(batch, replication, observations));
  }

  private static void replicate(Batch batch, Replication replication, Observations to) {
    var cycle = BatchCycle.of(batch.scenario(), replication);
    for (var variant : batch.variants()) {
      var outcome = cycle.schedule(variant.policy(), to);
      if (outcome.failed()) {
        continue;
      }
      var use = VacantUse.of(cycle.instance());
      var byCriterion = JobGroup.by(outcome.run(), row -> row.job().criterion());
      if (variant.prefix().equals(WHOLE)) {
        put(WHOLE, "", outcome.jobs(), to);
        byCriterion.forEach(
            (criterion, jobs) ->
                to.put(ofWhole(criterion), PERFORMANCE, use.meanPerformance(jobs.parts())));
      } else if (batch.mixed()) {
        byCriterion.forEach(
            (criterion, jobs) -> put(criterion.label(), variant.prefix(), jobs, to));
        if (variant.prefix().isEmpty()) {
          byCriterion.forEach((criterion, jobs) -> putShare(criterion.label(), jobs, use, to));
        }
      } else {
        put(CSS, variant.prefix(), outcome.jobs(), to);
      }
    }
  }

  private static void putShare(String row, JobGroup jobs, VacantUse use, Observations to) {
    to.put(row, JOBS, jobs.submitted());
    to.put(row, PERFORMANCE, use.meanPerformance(jobs.parts()));
  }

  private static void put(String row, String prefix, JobGroup jobs, Observations to) {
    COLUMNS.forEach(column -> to.put(row, prefix + column.name(), column.of().applyAsDouble(jobs)));
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Start time", "units", START),
        figure("Runtime", "units", RUNTIME),
        figure("Finish time", "units", FINISH),
        figure("Cost", "money", COST),
        figure("Alternatives", "alternatives", ALTERNATIVES));
  }

  private static Figure figure(String title, String yLabel, Column column) {
    return new Figure(
        title,
        "users' criterion",
        yLabel,
        Kind.BARS,
        List.of(
            curve("as published", column.name()),
            curve("as published, set B5", SET_B5 + column.name()),
            curve("exact", EXACT + column.name())));
  }

  private static Curve curve(String label, String column) {
    return Curve.of(label, ROWS, row -> new Series(row, column));
  }
}
