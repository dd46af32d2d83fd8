package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.Trends;
import io.metasched.simulation.system.twolevel.ReservationDraw;
import io.metasched.simulation.system.twolevel.TwoLevelCriteria;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Batch jobs sent at random to two, four and eight providers.
 *
 * <p>Source: the hierarchical reservation paper, section 5.1, table 3. Its FCFS is first fit, as in
 * table 2; strict first come, first served stands beside it.
 */
public final class HierarchicalTwoLevel implements Experiment {
  private static final double TOLERANCE = 0.1;
  private static final String WAITING = "waiting";
  private static final List<String> COLUMNS = List.of(Sp2Runs.UTILISATION, Sp2Runs.FLOW, WAITING);
  private static final List<Integer> PROVIDERS = List.of(2, 4, 8);

  /** A local scheduler and the period of its passes. */
  private record Local(String name, String scheduler, int seconds) {
    String row(int providers) {
      return "%d x 64 %s".formatted(providers, name);
    }

    List<String> rows() {
      return PROVIDERS.stream().map(this::row).toList();
    }
  }

  private static final Local FIRST_FIT = new Local("first-fit", "first-fit", 0);
  private static final Local LARGEST = new Local("lsf delta=600", "lsf", 600);
  private static final Local STRICT = new Local("fcfs", "fcfs", 0);
  private static final List<Local> LOCALS = List.of(FIRST_FIT, LARGEST, STRICT);

  /** The paper's values, column by column; none for ours. */
  private static List<Double> paper(Local local, int providers) {
    return switch (local.row(providers)) {
      case "2 x 64 first-fit" -> List.of(0.592, 44559.0, 38512.0);
      case "4 x 64 first-fit" -> List.of(0.391, 17481.0, 10259.0);
      case "8 x 64 first-fit" -> List.of(0.203, 9865.0, 2579.0);
      case "2 x 64 lsf delta=600" -> List.of(0.644, 64175.0, 58224.0);
      case "4 x 64 lsf delta=600" -> List.of(0.391, 15287.0, 8151.0);
      case "8 x 64 lsf delta=600" -> List.of(0.209, 10675.0, 3287.0);
      default -> List.of();
    };
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-two-level",
        "Two to eight providers to which batch jobs are sent at random.",
        "hierarchical reservation paper, section 5.1, table 3",
        500,
        0.03,
        false);
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var local : LOCALS) {
      for (int providers : PROVIDERS) {
        var paper = paper(local, providers);
        for (int i = 0; i < COLUMNS.size(); i++) {
          var row = local.row(providers);
          measures.add(
              paper.isEmpty()
                  ? Measure.ours(row, COLUMNS.get(i))
                  : Measure.published(row, COLUMNS.get(i), paper.get(i), TOLERANCE));
        }
      }
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return LOCALS.stream().map(Local::name).toList();
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var logged = Sp2Jobs.FIRST.read(Sp2Runs.PROCESSORS, context);
    double meanRun =
        logged.stream().mapToLong(TraceJob::runTicks).average().orElseThrow() / Ticks.PER_UNIT;
    var setting = Sp2Runs.setting("mct").withBatchPlacement("random");
    return (replication, observations) -> {
      var runs = new Sp2Runs(logged, replication, observations);
      for (var local : LOCALS) {
        for (int providers : PROVIDERS) {
          var outcome =
              runs.replay(
                  ReservationDraw.fixed(0),
                  setting
                      .withProviders(providers)
                      .withLocal(local.scheduler(), local.seconds() * Ticks.PER_UNIT));
          var criteria = TwoLevelCriteria.of(outcome);
          var row = local.row(providers);
          observations.put(row, Sp2Runs.UTILISATION, criteria.utilisation());
          observations.put(row, Sp2Runs.FLOW, criteria.meanFlow());
          observations.put(row, WAITING, criteria.meanFlow() - meanRun);
        }
      }
    };
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var rises = new ArrayList<String>();
    var means = new ArrayList<String>();
    for (var local : List.of(FIRST_FIT, LARGEST)) {
      rises.addAll(Trends.risesIn(measured, local.rows(), Sp2Runs.FLOW));
      means.add(
          "%s: %s".formatted(local.name(), Trends.means(measured, local.rows(), Sp2Runs.FLOW)));
    }
    return List.of(
        new Claim(
            "more-providers-less-flow",
            "The more providers there are, the shorter is the flow time.",
            rises.isEmpty(),
            String.join("; ", means) + Trends.exceptions(rises)));
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Flow time (table 3)", "F, s", Sp2Runs.FLOW),
        figure("Utilisation (table 3)", "U", Sp2Runs.UTILISATION));
  }

  private static Figure figure(String title, String yLabel, String column) {
    var curves = new ArrayList<Curve>();
    for (var local : LOCALS) {
      curves.add(
          new Curve(
              local.name(),
              PROVIDERS.stream()
                  .map(number -> new Point("" + number, new Series(local.row(number), column)))
                  .toList()));
    }
    return new Figure(title, "providers", yLabel, Kind.LINES, curves);
  }
}
