package io.metasched.simulation.experiment;

import io.metasched.simulation.driver.MeasuredSystem;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.WorkloadDraw;
import java.util.ArrayList;
import java.util.List;

/**
 * Effort of each system, by all of its policies, to schedule the jobs of {@link FiveSystems}:
 * processor time of the engine and messages between actors, per job. The experiment fails unless
 * each run through actors places the jobs as the engine does.
 *
 * <p>This comparison is not published in any paper.
 */
public record SystemEffort(List<MeasuredSystem<?>> systems) implements Experiment {
  private static final String PLANNING = "planning ms";
  private static final String MESSAGES = "messages";
  private static final int JOBS = 100;

  private static final WorkloadDraw DRAW =
      new WorkloadDraw(
          JOBS,
          SystemComparison.DRAW.ownTimeShare(),
          SystemComparison.DRAW.mostLeadTicks(),
          SystemComparison.DRAW.mostSlack());

  public SystemEffort {
    systems = List.copyOf(systems);
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("system-effort");
  }

  @Override
  public List<String> logs() {
    return SystemLog.files();
  }

  private static Series series(String source, SystemPolicy policy, String column) {
    return new Series(policy.row(source), column);
  }

  private static SystemPolicy policy(MeasuredSystem<?> system, String policy) {
    return new SystemPolicy(system.translation().name(), policy);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var source : SystemLog.labels()) {
      for (var system : systems) {
        for (var name : system.translation().policies()) {
          var row = policy(system, name).row(source);
          measures.add(Measure.ours(row, PLANNING));
          if (system.actors().isPresent()) {
            measures.add(Measure.ours(row, MESSAGES));
          }
        }
      }
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return systems.stream()
        .flatMap(
            system ->
                system.translation().policies().stream().map(name -> policy(system, name).label()))
        .toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var sources = SystemLog.sources(context, DRAW);
    return (replication, observations) -> {
      for (var source : sources) {
        var workload = source.workloads().apply(replication.seeds("system-effort"));
        systems.forEach(system -> measure(system, source.label(), workload, observations));
      }
    };
  }

  private static void measure(
      MeasuredSystem<?> system, String source, CommonWorkload workload, Observations to) {
    double jobs = workload.jobs().size();
    system.measure(
        workload,
        effort -> {
          to.scheduleChecked();
          var row = policy(system, effort.policy()).row(source);
          to.put(row, PLANNING, effort.nanos() / 1e6 / jobs);
          effort.messages().ifPresent(count -> to.put(row, MESSAGES, count / jobs));
        });
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var queue = new SystemPolicy("queue", "easy");
    var hourly = new SystemPolicy("cyclic", "backfilling");
    var frequent = new SystemPolicy("cyclic-5-min", "backfilling");
    var twoLevel = new SystemPolicy("two-level", "ar-gather");
    var cheap = new Paired(measured);
    var often = new Paired(measured);
    var talk = new Paired(measured);
    for (var source : SystemLog.labels()) {
      cheap.less(series(source, queue, PLANNING), series(source, hourly, PLANNING));
      often.less(series(source, hourly, MESSAGES), series(source, frequent, MESSAGES));
      talk.less(series(source, twoLevel, MESSAGES), series(source, hourly, MESSAGES));
    }
    return List.of(
        cheap.claim("a-queue-is-cheaper", "A queue with EASY takes less time than windows."),
        often.claim(
            "frequent-cycles-costs-messages",
            "A cycle every five minutes takes more messages than a cycle every hour."),
        talk.claim(
            "two-levels-talk-less",
            "Two levels take fewer messages than windows, cycle by cycle."));
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Processor time", PLANNING, "ms for each job"),
        figure("Messages", MESSAGES, "messages for each job"));
  }

  private Figure figure(String title, String column, String axis) {
    var curves = new ArrayList<Curve>();
    for (var source : SystemLog.labels()) {
      var points = new ArrayList<Point>();
      for (var system : systems) {
        for (var name : system.translation().policies()) {
          if (column.equals(PLANNING) || system.actors().isPresent()) {
            var each = policy(system, name);
            points.add(new Point(each.label(), series(source, each, column)));
          }
        }
      }
      curves.add(new Curve(source, points));
    }
    return new Figure(title, "policy", axis, Kind.BARS, curves);
  }
}
