package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Sentences;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Experiment on batch jobs sent at random to two, four and eight providers.
 *
 * <p>Source: the hierarchical reservation paper, section 5.1, table 3. The paper's FCFS is first
 * fit, as in table 2. The baselines are strict first come, first served, and one system of 128
 * processors with the same jobs. Other periods of largest size first, which the paper tried, are
 * run on both sets.
 */
public final class HierarchicalTwoLevel implements Experiment {
  private static final String WAITING = "waiting";
  private static final List<String> COLUMNS = List.of(Sp2Runs.UTILISATION, Sp2Runs.FLOW, WAITING);
  private static final String RANDOM = "random";
  private static final List<Integer> PROVIDERS = List.of(2, 4, 8);

  /** Local scheduler with the period of its passes. */
  private record Local(String name, String scheduler, int seconds) {
    String row(int providers) {
      return "%d x 64 %s".formatted(providers, name);
    }

    String whole() {
      return "1 x 128 " + name;
    }

    TwoLevelSetting on(TwoLevelSetting setting) {
      return setting.withLocal(scheduler, seconds * Ticks.PER_UNIT);
    }
  }

  private static final Local FIRST_FIT = new Local("first-fit", "first-fit", 0);
  private static final Local STRICT = new Local("fcfs", "fcfs", 0);

  /** Largest size first: the published period, then others. */
  private static final List<Local> LARGEST =
      Stream.of(600, 10, 60, 3600)
          .map(seconds -> new Local("lsf delta=" + seconds, "lsf", seconds))
          .toList();

  private static final List<Local> LOCALS =
      Stream.of(List.of(FIRST_FIT), LARGEST, List.of(STRICT)).flatMap(List::stream).toList();

  /** Local schedulers of one system with as many processors as two providers. */
  private static final List<Local> WHOLE = List.of(FIRST_FIT, LARGEST.get(0));

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-two-level");
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
        for (var column : COLUMNS) {
          measures.add(Measure.of(profile(), local.row(providers), column));
        }
      }
    }
    for (var local : WHOLE) {
      COLUMNS.forEach(column -> measures.add(Measure.ours(local.whole(), column)));
    }
    for (var local : LARGEST) {
      for (int providers : PROVIDERS) {
        for (var column : List.of(Sp2Runs.FLOW, WAITING)) {
          measures.add(Measure.ours(local.row(providers), Sp2Jobs.LATER.prefix() + column));
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
  public Replicable replicable(ExperimentContext context) {
    var setting = Sp2Runs.setting("mct").withBatchPlacement(RANDOM);
    var whole = new TwoLevelSetting(1, 128, "fcfs", 0, RANDOM, "mct", GridSettings.DEFAULTS);
    return Sp2Runs.replicable(
        Sp2Jobs.SETS,
        context,
        (set, runs) -> {
          boolean isFirst = set.equals(Sp2Jobs.FIRST);
          for (var local : isFirst ? LOCALS : LARGEST) {
            for (int providers : PROVIDERS) {
              var prefix = isFirst ? "" : set.prefix();
              observe(
                  runs, local.row(providers), prefix, local.on(setting.withProviders(providers)));
            }
          }
          for (var local : isFirst ? WHOLE : List.<Local>of()) {
            observe(runs, local.whole(), "", local.on(whole));
          }
        });
  }

  private static void observe(Sp2Runs runs, String row, String prefix, TwoLevelSetting setting) {
    var criteria = TwoLevelCriteria.of(runs.replay(ReservationDraw.fixed(0), setting));
    double meanRun =
        runs.logged().stream().mapToLong(TraceJob::runTicks).average().orElseThrow()
            / Ticks.PER_UNIT;
    if (prefix.isEmpty()) {
      runs.put(row, Sp2Runs.UTILISATION, criteria.utilisation());
    }
    runs.put(row, prefix + Sp2Runs.FLOW, criteria.meanFlow());
    runs.put(row, prefix + WAITING, criteria.meanFlow() - meanRun);
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    return Sentences.judged(profile().name(), measured, List.of(bestPeriods(measured)));
  }

  /**
   * Returns the claim that the period with the least flow time on two providers differs on the
   * later set: each of the two periods is better on its own set.
   */
  private static Claim bestPeriods(ObservedValues measured) {
    var rows = LARGEST.stream().map(local -> local.row(2)).toList();
    var later = Sp2Jobs.LATER.prefix() + Sp2Runs.FLOW;
    var first = best(measured, rows, Sp2Runs.FLOW);
    var other = best(measured, rows, later);
    var paired = new Paired(measured);
    if (first.equals(other)) {
      var next = rows.stream().filter(row -> !row.equals(first)).toList();
      other = best(measured, next, later);
    }
    return paired
        .less(new Series(first, Sp2Runs.FLOW), new Series(other, Sp2Runs.FLOW))
        .less(new Series(other, later), new Series(first, later))
        .claim("best-period-differs-by-workload", "");
  }

  private static String best(ObservedValues measured, List<String> rows, String column) {
    return rows.stream()
        .min(Comparator.comparingDouble(row -> measured.mean(row, column)))
        .orElseThrow();
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
          Curve.of(local.name(), PROVIDERS, number -> new Series(local.row(number), column)));
    }
    return new Figure(title, "providers", yLabel, Kind.LINES, curves);
  }
}
