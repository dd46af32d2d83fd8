package io.metasched.simulation.system.replay.experiment;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.UnsoundScheduleException;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.replay.Replay;
import io.metasched.simulation.system.replay.ReplayInput;
import io.metasched.simulation.system.replay.ReplayMetrics;
import io.metasched.simulation.system.replay.ReplayRules;
import io.metasched.simulation.workload.EstimateModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Experiment on local schedulers on one cluster, without reservations.
 *
 * <p>Source: the hierarchical reservation paper, section 5.1, table 2. The paper's FCFS is first
 * fit. Rows without a published value are other local schedulers, and the same jobs with longer
 * times between their arrivals. There are no random numbers: two replications are equal, and
 * confidence intervals have zero width.
 */
public final class HierarchicalLocal implements Experiment {
  private static final int PROCESSORS = 128;
  private static final String WAITING = "waiting";
  private static final String UTILISATION = "U";
  private static final String FLOW = "F";
  private static final List<String> COLUMNS = List.of(UTILISATION, FLOW, WAITING);

  /**
   * Variant of a row.
   *
   * @param seconds period of the scheduler's passes, in seconds
   */
  private record Variant(String scheduler, int seconds) {
    String row() {
      boolean isOnline = seconds == 0 && !scheduler.equals("lsf");
      return isOnline ? scheduler : "%s delta=%d".formatted(scheduler, seconds);
    }
  }

  private static final Variant FIRST_FIT = new Variant("first-fit", 0);
  private static final List<Variant> PERIODIC =
      List.of(
          new Variant("lsf", 10),
          new Variant("lsf", 60),
          new Variant("lsf", 600),
          new Variant("lsf", 3600));
  private static final List<Variant> OURS =
      List.of(
          new Variant("lsf", 0),
          new Variant("fcfs", 0),
          new Variant("sjf", 0),
          new Variant("easy", 0),
          new Variant("conservative", 0));

  /** Factors of the times between arrivals for a low load. */
  private static final List<Integer> ARRIVALS = List.of(2, 4, 8);

  private static final List<Variant> LOADED = List.of(FIRST_FIT, OURS.get(0), OURS.get(2));

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-local");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  private static List<Variant> variants() {
    var all = new ArrayList<Variant>();
    all.add(FIRST_FIT);
    all.addAll(PERIODIC);
    all.addAll(OURS);
    return all;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var variant : variants()) {
      COLUMNS.forEach(column -> measures.add(Measure.of(profile(), variant.row(), column)));
    }
    for (int factor : ARRIVALS) {
      for (var variant : LOADED) {
        COLUMNS.forEach(column -> measures.add(Measure.ours(row(variant, factor), column)));
      }
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return variants().stream().map(Variant::row).toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var logged = Sp2Jobs.FIRST.read(PROCESSORS, context);
    var jobs = ReplayInput.AS_LOGGED.jobs(logged);
    return (replication, observations) -> {
      for (var variant : variants()) {
        replay(variant.row(), variant, jobs, replication.number(), observations);
      }
      for (int factor : ARRIVALS) {
        var input = new ReplayInput(EstimateModel.LOGGED, factor, OptionalLong.empty());
        for (var variant : LOADED) {
          replay(
              row(variant, factor),
              variant,
              input.jobs(logged),
              replication.number(),
              observations);
        }
      }
    };
  }

  private static String row(Variant variant, int factor) {
    return "%s arrivals x%d".formatted(variant.row(), factor);
  }

  private static void replay(
      String row, Variant variant, List<ReplayJob> jobs, int replication, Observations to) {
    var scheduler = LocalSchedulers.named(variant.scheduler()).orElseThrow();
    long period = variant.seconds() * Ticks.PER_UNIT;
    var schedule = Replay.run(jobs, PROCESSORS, scheduler, period, done -> {});
    var violations = ReplayRules.check(variant.scheduler(), jobs, schedule, period);
    if (!violations.isEmpty()) {
      throw new UnsoundScheduleException(row, replication, violations);
    }
    to.scheduleChecked();
    var metrics = ReplayMetrics.of(schedule);
    to.put(row, UTILISATION, metrics.utilisation());
    to.put(row, FLOW, metrics.meanFlow());
    to.put(row, WAITING, metrics.meanWait());
  }

  @Override
  public List<Figure> figures() {
    var rows = variants().stream().map(Variant::row).toList();
    return List.of(
        new Figure(
            "Waiting (table 2)",
            "local scheduler",
            "s",
            Kind.BARS,
            List.of(Curve.of(WAITING, rows, row -> new Series(row, WAITING)))));
  }
}
