package io.metasched.simulation.system.broker.experiment;

import io.metasched.simulation.experiment.PointRuns;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.broker.BrokerSystem;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Experiment on one to eight brokers that share the same agents and tasks: number and delay of
 * placements, refused offers, and retries.
 *
 * <p>Source: the broker-agent paper, section 7, which names this as future work, without numbers.
 */
public final class BrokerContention implements Experiment {
  private static final List<Integer> BROKERS = List.of(1, 2, 4, 8);
  private static final Load SMALL_ROUNDS = new Load("moderate load, small rounds", 21_600, 10);
  private static final List<Load> LOADS =
      List.of(
          new Load("moderate load", 21_600, 1000),
          new Load("high load", 7_200, 1000),
          SMALL_ROUNDS);
  private static final double SECOND = 1000;

  private static final String PLACED = "placed";
  private static final String THROUGHPUT = "tasks per s";
  private static final String DECIDED = "time to decide, s";
  private static final String REFUSED = "refused per 100 tasks";
  private static final String RETRIES = "retries per 100 tasks";
  private static final String MESSAGES = "messages per task";
  private static final String SPREAD = "spread";
  private static final List<String> COLUMNS =
      List.of(PLACED, THROUGHPUT, DECIDED, REFUSED, RETRIES, MESSAGES, SPREAD);

  /**
   * Load of the brokers.
   *
   * @param name name in rows
   * @param seconds time within which the tasks begin
   * @param roundTasks maximum number of tasks in a broker's round
   */
  private record Load(String name, int seconds, int roundTasks) {
    /**
     * Returns the point with the given number of brokers. The tasks arrive in batches a quarter of
     * a second apart.
     */
    BrokerPoint with(int brokers) {
      return new BrokerPoint(
          "%s, brokers %d".formatted(name, brokers),
          "" + brokers,
          List.of(
              "policies=[%s]".formatted(BrokerPoint.PUBLISHED_POLICY),
              "brokers.count=" + brokers,
              "brokers.round-tasks=" + roundTasks,
              "agents.count=4",
              "agents.nodes={least=4,most=4}",
              "jobs.count=400",
              "tasks.batches=80",
              "tasks.interval=0.25",
              "tasks.lead={least=60,most=%d}".formatted(seconds),
              "messages.delay={least=0.05,most=0.5}"));
    }
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("broker-contention");
  }

  private static Stream<BrokerPoint> points() {
    return LOADS.stream().flatMap(load -> BROKERS.stream().map(load::with));
  }

  private static Series cell(BrokerPoint point, String column) {
    return new Series(point.row(BrokerPoint.PUBLISHED_POLICY), column);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    points()
        .forEach(
            point ->
                COLUMNS.forEach(
                    column -> {
                      var cell = cell(point, column);
                      measures.add(Measure.ours(cell.row(), cell.column()));
                    }));
    return measures;
  }

  @Override
  public List<String> policies() {
    return BROKERS.stream().map(brokers -> "brokers " + brokers).toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return new PointRuns<>(new BrokerSystem(), BrokerPoint.ENVIRONMENT, points().toList(), context)
        .replicable(observations -> (point, policy, run) -> take(point, run, observations));
  }

  private static void take(BrokerPoint point, BrokerRun run, Observations to) {
    var row = point.row(BrokerPoint.PUBLISHED_POLICY);
    double tasks = run.jobs().size();
    long first = run.jobs().stream().mapToLong(TaskRow::submit).min().orElse(0);
    long last = run.jobs().stream().mapToLong(TaskRow::decided).max().orElse(0);
    double waited = run.jobs().stream().mapToLong(each -> each.decided() - each.submit()).sum();
    to.put(row, PLACED, 100 * RunFigures.of("placedShare", run));
    to.put(row, THROUGHPUT, tasks / ((last - first) / SECOND));
    to.put(row, DECIDED, waited / tasks / SECOND);
    to.put(row, REFUSED, 100 * RunFigures.of("refusedHolds", run) / tasks);
    to.put(row, RETRIES, 100 * RunFigures.of("retries", run) / tasks);
    to.put(row, MESSAGES, RunFigures.of("messages", run) / tasks);
    to.put(row, SPREAD, RunFigures.of("taskSpread", run));
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Refused holds", "refused per 100 tasks", REFUSED),
        figure("Time from the arrival of a task to its outcome", "seconds", DECIDED),
        figure("Tasks that are placed", "placed, %", PLACED),
        figure("Throughput", "tasks decided per second", THROUGHPUT));
  }

  private static Figure figure(String title, String yLabel, String column) {
    return new Figure(
        title,
        "brokers",
        yLabel,
        Kind.LINES,
        LOADS.stream()
            .map(
                load ->
                    new Curve(
                        load.name(),
                        BROKERS.stream()
                            .map(load::with)
                            .map(point -> new Point(point.x(), cell(point, column)))
                            .toList()))
            .toList());
  }
}
