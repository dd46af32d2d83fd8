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
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Experiment on the spread of tasks over agents and on the share of placed tasks. Runs the paper's
 * four tests on random sets of tasks. The largest test is also run within ever shorter time spans,
 * on unshared nodes, and with the loss of an agent.
 *
 * <p>Source: the broker-agent paper, section 5, table 1, which has one set of tasks per test.
 */
public final class BrokerBalance implements Experiment {
  private static final List<String> POLICIES =
      List.of(
          BrokerPoint.PUBLISHED_POLICY,
          "fewest-reservations",
          "most-load",
          "first-agent",
          "random");
  private static final double PERCENT = 100;
  private static final String PLACED = "placed";
  private static final String SPREAD = "spread";
  private static final String FAIRNESS = "fairness";
  private static final String HIGHEST = "highest load";
  private static final String IDLE_NODES = "nodes without a task";
  private static final String AT_ONCE = "tasks at once";

  /**
   * Test of the paper.
   *
   * @param point agents and tasks of the test
   * @param tasks number of tasks of each agent in the paper's schedule
   */
  private record Test(BrokerPoint point, List<Integer> tasks) {
    static Test of(int count, Integer... tasks) {
      return new Test(
          new BrokerPoint(
              "%d tasks, %d agents".formatted(count, tasks.length),
              "" + count,
              List.of("jobs.count=" + count, "agents.count=" + tasks.length)),
          List.of(tasks));
    }

    int spread() {
      var all = tasks.stream().mapToInt(each -> each).summaryStatistics();
      return all.getMax() - all.getMin();
    }
  }

  private static final List<Test> TESTS =
      List.of(
          Test.of(8, 4, 4), Test.of(20, 10, 10), Test.of(50, 19, 12, 19), Test.of(100, 36, 26, 38));

  /** Tasks of the largest test, all of which begin within the given number of minutes. */
  private static final List<BrokerPoint> DENSER =
      Stream.of(180, 90, 60, 30)
          .map(
              minutes ->
                  new BrokerPoint(
                          "in %d min".formatted(minutes),
                          "" + minutes,
                          TESTS.get(TESTS.size() - 1).point().settings())
                      .with("tasks.lead.most=" + 60 * minutes))
          .toList();

  /** Variants in which each node runs one task at a time. */
  private static final List<BrokerPoint> UNSHARED =
      DENSER.stream().map(point -> point.called(point.label() + ", one task a node")).toList();

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("broker-balance");
  }

  private static String agent(int number) {
    return "agent " + (number + 1);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var policy : POLICIES) {
      TESTS.forEach(test -> measures.addAll(measures(test, policy)));
      for (var point : DENSER) {
        List.of(PLACED, SPREAD, FAIRNESS, HIGHEST, AT_ONCE)
            .forEach(column -> measures.add(Measure.ours(point.row(policy), column)));
      }
    }
    for (var point : UNSHARED) {
      var row = point.row(BrokerPoint.PUBLISHED_POLICY);
      List.of(PLACED, AT_ONCE).forEach(column -> measures.add(Measure.ours(row, column)));
    }
    measures.addAll(LostAgents.measures());
    return measures;
  }

  private static List<Measure> measures(Test test, String policy) {
    boolean isPublished = policy.equals(BrokerPoint.PUBLISHED_POLICY);
    var row = test.point().row(policy);
    var measures = new ArrayList<Measure>();
    for (int agent = 0; agent < test.tasks().size(); agent++) {
      measures.add(
          isPublished
              ? Measure.ordered(row, agent(agent), test.tasks().get(agent))
              : Measure.ours(row, agent(agent)));
    }
    measures.add(
        isPublished ? Measure.published(row, PLACED, PERCENT, 0) : Measure.ours(row, PLACED));
    measures.add(
        isPublished ? Measure.ordered(row, SPREAD, test.spread()) : Measure.ours(row, SPREAD));
    measures.add(Measure.ours(row, FAIRNESS));
    measures.add(Measure.ours(row, HIGHEST));
    measures.add(Measure.ours(row, IDLE_NODES));
    return measures;
  }

  @Override
  public List<String> policies() {
    return POLICIES;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var tests = TESTS.stream().map(Test::point);
    var byAll = Stream.concat(tests, DENSER.stream()).map(point -> point.with(policies(POLICIES)));
    var byOne =
        Stream.concat(
                UNSHARED.stream().map(point -> point.with("limits.tasks=1")),
                LostAgents.POINTS.stream())
            .map(point -> point.with(policies(List.of(BrokerPoint.PUBLISHED_POLICY))));
    return new PointRuns<>(
            new BrokerSystem(),
            BrokerPoint.ENVIRONMENT,
            Stream.concat(byAll, byOne).toList(),
            context)
        .replicable(observations -> (point, policy, run) -> take(point, policy, run, observations));
  }

  private static String policies(List<String> names) {
    return "policies=[%s]".formatted(String.join(",", names));
  }

  private static void take(BrokerPoint point, String policy, BrokerRun run, Observations to) {
    var row = point.row(policy);
    if (LostAgents.take(point, row, run, to)) {
      return;
    }
    to.put(row, PLACED, PERCENT * RunFigures.of("placedShare", run));
    var test =
        TESTS.stream().filter(each -> each.point().label().equals(point.label())).findFirst();
    if (test.isPresent()) {
      for (int agent = 0; agent < test.get().tasks().size(); agent++) {
        to.put(row, agent(agent), (double) tasks(run, agent));
      }
      to.put(row, IDLE_NODES, (double) (run.nodes().size() - RunFigures.usedNodes(run)));
    } else {
      to.put(row, AT_ONCE, RunFigures.tasksAtOnce(run));
    }
    if (UNSHARED.stream().noneMatch(each -> each.label().equals(point.label()))) {
      to.put(row, SPREAD, RunFigures.of("taskSpread", run));
      to.put(row, FAIRNESS, RunFigures.of("fairness", run));
      to.put(row, HIGHEST, RunFigures.of("highestLoad", run));
    }
  }

  private static long tasks(BrokerRun run, int agent) {
    return run.placements().stream()
        .filter(TaskPlacementRow::isKept)
        .filter(line -> line.agent() == agent)
        .count();
  }

  private static Series cell(Test test, String policy, String column) {
    return new Series(test.point().row(policy), column);
  }

  @Override
  public List<Figure> figures() {
    var bars = new ArrayList<Curve>();
    IntStream.range(0, 3)
        .forEach(
            agent ->
                bars.add(
                    new Curve(
                        agent(agent),
                        TESTS.stream()
                            .filter(test -> agent < test.tasks().size())
                            .map(
                                test ->
                                    new Point(
                                        test.point().label(),
                                        cell(test, BrokerPoint.PUBLISHED_POLICY, agent(agent))))
                            .toList())));
    return List.of(
        new Figure("Tasks of each agent (table 1)", "test", "tasks", Kind.BARS, bars),
        new Figure(
            "How unevenly agents are loaded",
            "tasks",
            "most tasks of an agent minus fewest",
            Kind.LINES,
            POLICIES.stream()
                .map(
                    policy ->
                        Curve.of(
                            policy,
                            TESTS,
                            test -> test.point().x(),
                            test -> cell(test, policy, SPREAD)))
                .toList()),
        new Figure(
            "100 tasks in less time",
            "minutes within which the tasks begin",
            "placed, %",
            Kind.LINES,
            POLICIES.stream()
                .map(
                    policy ->
                        Curve.of(
                            policy,
                            DENSER,
                            point -> point.x(),
                            point -> new Series(point.row(policy), PLACED)))
                .toList()));
  }
}
