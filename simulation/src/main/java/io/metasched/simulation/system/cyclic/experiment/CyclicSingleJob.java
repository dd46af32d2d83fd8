package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.search.CommonStats;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.WindowSearches;
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
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Experiment on one job on 100 nodes: the windows found by each search.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, figure 5, whose costs are in its text. The
 * row CSA contains, in each column, the best of all its alternatives by that column. The last row
 * is about the five nodes with the highest prices: whether they exceed the job's limit, and the
 * share of them with the highest performance.
 */
public final class CyclicSingleJob implements Experiment {
  private static final double COST_TOLERANCE = 0.01;
  private static final String CSA = "CSA";

  /** Search for windows, identified by its criterion. */
  private record Row(String name, Criterion criterion, double paperCost) {}

  private static final List<Row> SEARCHES =
      List.of(
          new Row("AMP", Criterion.START, 1445.2),
          new Row("MinFinish", Criterion.FINISH, 1464.2),
          new Row("MinCost", Criterion.COST, 1027.3),
          new Row("MinRunTime", Criterion.RUNTIME, 1464.9),
          new Row("MinProcTime", Criterion.PROC_TIME, 1342.1));
  private static final double CSA_PAPER_COST = 1352;

  private record Column(String name, Criterion criterion) {}

  private static final Column COST = new Column("cost", Criterion.COST);
  private static final Column START = new Column("start", Criterion.START);
  private static final Column RUNTIME = new Column("runtime", Criterion.RUNTIME);
  private static final Column FINISH = new Column("finish", Criterion.FINISH);
  private static final Column PROC_TIME = new Column("procTime", Criterion.PROC_TIME);
  private static final List<Column> COLUMNS = List.of(COST, START, RUNTIME, FINISH, PROC_TIME);
  private static final String ALTERNATIVES = "alternatives";
  private static final String FOUND = "found";

  /** Row about the five nodes with the highest prices. */
  private static final String MOST_EXPENSIVE = "most expensive nodes";

  private static final String BEYOND_LIMIT = "beyondLimit";
  private static final String FASTEST = "fastest";

  /**
   * Returns the searches by their published names, with the criterion of each, in the paper's
   * order.
   */
  static Map<String, Criterion> criteria() {
    var criteria = new LinkedHashMap<String, Criterion>();
    SEARCHES.forEach(search -> criteria.put(search.name(), search.criterion()));
    return criteria;
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-single-job");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var search : SEARCHES) {
      measures.add(
          Measure.published(search.name(), COST.name(), search.paperCost(), COST_TOLERANCE));
      timesOf(search.name(), measures);
    }
    measures.add(Measure.published(CSA, COST.name(), CSA_PAPER_COST, COST_TOLERANCE));
    timesOf(CSA, measures);
    measures.add(Measure.ours(CSA, ALTERNATIVES));
    for (var row : rows()) {
      COLUMNS.forEach(column -> measures.add(Measure.ours(row, EXACT + column.name())));
    }
    measures.add(Measure.ours(CSA, EXACT + ALTERNATIVES));
    for (var search : SEARCHES) {
      measures.add(Measure.ours(search.name(), FOUND));
      measures.add(Measure.ours(search.name(), EXACT + FOUND));
    }
    measures.add(Measure.ours(MOST_EXPENSIVE, BEYOND_LIMIT));
    measures.add(Measure.ours(MOST_EXPENSIVE, FASTEST));
    return measures;
  }

  @Override
  public List<String> policies() {
    return rows();
  }

  private static void timesOf(String row, List<Measure> measures) {
    COLUMNS.stream()
        .filter(column -> !column.equals(COST))
        .forEach(column -> measures.add(Measure.ours(row, column.name())));
  }

  private static List<String> rows() {
    var rows = new ArrayList<String>();
    SEARCHES.forEach(search -> rows.add(search.name()));
    rows.add(CSA);
    return rows;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var scenario =
        BatchCycle.scenario(context.environment(ScenarioReader.SCHEMA, "cyclic-single-job"));
    return (replication, observations) -> {
      var job = SingleJob.of(scenario, replication);
      var exact = SearchFamily.exact(WindowSearches.DEFAULT_STEP_LIMIT);
      replicate(job, SearchFamily.published(), "", replication, observations);
      replicate(job, exact, EXACT, replication, observations);
      var expensive = job.mostExpensive();
      observations.put(
          MOST_EXPENSIVE,
          BEYOND_LIMIT,
          expensive.costMilli() > job.request().costLimitMilli() ? 1 : 0);
      observations.put(MOST_EXPENSIVE, FASTEST, job.fastest(expensive));
    };
  }

  private static void replicate(
      SingleJob job, SearchFamily family, String prefix, Replication replication, Observations to) {
    for (var search : SEARCHES) {
      var found = job.find(family.by(search.criterion()));
      job.check(found, replication, to);
      to.put(search.name(), prefix + FOUND, found.size());
      COLUMNS.forEach(column -> put(search.name(), prefix, column, found, to));
    }
    var alternatives = job.findAll(family);
    job.check(alternatives, replication, to);
    COLUMNS.forEach(column -> put(CSA, prefix, column, alternatives, to));
    to.put(CSA, prefix + ALTERNATIVES, alternatives.size());
  }

  /** Records the best of the windows found, if there are any. */
  private static void put(
      String row, String prefix, Column column, List<Window> found, Observations to) {
    CommonStats.best(found, column.criterion())
        .ifPresent(
            best ->
                to.put(
                    row,
                    prefix + column.name(),
                    (double) best.value(column.criterion()) / Ticks.PER_UNIT));
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Start time (figure 5a)", "units", START),
        figure("Runtime (figure 5b)", "units", RUNTIME),
        figure("Finish time (figure 5c)", "units", FINISH),
        figure("Processor time (figure 5d)", "units", PROC_TIME),
        figure("Cost", "money", COST));
  }

  private static Figure figure(String title, String yLabel, Column column) {
    var curves = new ArrayList<Curve>();
    curves.add(curve("as published", column.name()));
    curves.add(curve("exact", EXACT + column.name()));
    return new Figure(title, "search", yLabel, Kind.BARS, curves);
  }

  private static Curve curve(String label, String column) {
    return Curve.of(label, rows(), row -> new Series(row, column));
  }
}
