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
import io.metasched.simulation.system.broker.rows.NodeTable;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Experiment on the dynamic table of each agent: the load of its nodes over time for one set of 20
 * tasks, and the mean load of the nodes over many sets.
 *
 * <p>Source: the broker-agent paper, section 5.1, figure 4, which has the first agent's table after
 * one set of tasks, without numbers.
 */
public final class BrokerTable implements Experiment {
  private static final String POLICY = BrokerPoint.PUBLISHED_POLICY;
  private static final BrokerPoint TEST =
      new BrokerPoint("20 tasks", "20", List.of("policies=[%s]".formatted(POLICY)));
  private static final int AGENTS = 2;
  private static final int NODES = 2; // per agent
  private static final int TASKS = 20;
  private static final int PERIODS = 25; // quarters of an hour; the last tasks end in the last one
  private static final long PERIOD_TICKS = 900_000;

  private static final String ONE_SET = "one set, load from ";
  private static final String OF_AGENT = "tasks";
  private static final String APART = "nodes apart";
  private static final String FIRST_APART = "nodes apart, first node";
  private static final String PERFORMANCE = "placed";
  private static final String MEAN = "mean load";
  private static final String OVER_INTERVALS = "mean over intervals";
  private static final String HIGHEST = "highest load";

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("broker-table");
  }

  private static String agent(int agent) {
    return "agent " + (agent + 1);
  }

  private static String node(int agent, int node) {
    return "%s, node %d".formatted(agent(agent), node + 1);
  }

  private static String period(int number) {
    return ONE_SET + minutes(number) + " min";
  }

  private static String minutes(int period) {
    return "" + period * PERIOD_TICKS / 60_000;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    measures.add(Measure.published(POLICY, PERFORMANCE, 100, 0));
    for (int agent = 0; agent < AGENTS; agent++) {
      measures.add(Measure.ordered(agent(agent), OF_AGENT, (double) TASKS / AGENTS));
      measures.add(Measure.ours(agent(agent), APART));
      measures.add(Measure.ours(agent(agent), FIRST_APART));
      for (int node = 0; node < NODES; node++) {
        var row = node(agent, node);
        List.of(OF_AGENT, MEAN, OVER_INTERVALS, HIGHEST)
            .forEach(column -> measures.add(Measure.ours(row, column)));
        IntStream.range(0, PERIODS)
            .forEach(number -> measures.add(Measure.ours(row, period(number))));
      }
    }
    return measures;
  }

  /** Returns no policies: the rows are agents and nodes of one policy. */
  @Override
  public List<String> policies() {
    return List.of();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var runs = new PointRuns<>(new BrokerSystem(), BrokerPoint.ENVIRONMENT, List.of(TEST), context);
    return (replication, observations) ->
        runs.replicable(to -> (point, policy, run) -> take(run, replication.number() == 0, to))
            .replicate(replication, observations);
  }

  private static void take(BrokerRun run, boolean isFirst, Observations to) {
    to.put(POLICY, PERFORMANCE, 100 * RunFigures.of("placedShare", run));
    var placed = run.placements().stream().filter(TaskPlacementRow::isKept).toList();
    for (int agent = 0; agent < AGENTS; agent++) {
      int number = agent;
      var tables = run.dynamicTable().stream().filter(each -> each.agent() == number).toList();
      to.put(
          agent(agent),
          OF_AGENT,
          (double) placed.stream().filter(line -> line.agent() == number).count());
      to.put(agent(agent), APART, apart(tables));
      to.put(agent(agent), FIRST_APART, apart(FirstNode.tables(agent, run)));
      for (int node = 0; node < tables.size(); node++) {
        take(node(agent, node), tables.get(node), isFirst, to);
        int id = tables.get(node).node();
        to.put(
            node(agent, node),
            OF_AGENT,
            (double)
                placed.stream()
                    .filter(line -> line.agent() == number && line.node() == id)
                    .count());
      }
    }
  }

  /** Returns the difference between the mean loads of the two nodes. */
  private static double apart(List<NodeTable> tables) {
    return Math.abs(mean(tables.get(0)) - mean(tables.get(1)));
  }

  private static double mean(NodeTable table) {
    return table.meanLoad(0, PERIODS * PERIOD_TICKS);
  }

  private static void take(String row, NodeTable table, boolean isFirst, Observations to) {
    to.put(row, MEAN, mean(table));
    to.put(row, OVER_INTERVALS, table.meanOverIntervals());
    to.put(row, HIGHEST, table.highest());
    for (int i = 0; isFirst && i < PERIODS; i++) {
      to.put(row, period(i), table.meanLoad(i * PERIOD_TICKS, (i + 1) * PERIOD_TICKS));
    }
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (int agent = 0; agent < AGENTS; agent++) {
      int number = agent;
      figures.add(
          new Figure(
              "The dynamic table of %s after one set of tasks%s"
                  .formatted(agent(agent), agent == 0 ? " (figure 4)" : ""),
              "minutes, periods of 15",
              "load, %",
              Kind.LINES,
              IntStream.range(0, NODES)
                  .mapToObj(node -> new Curve("node " + (node + 1), overTime(node(number, node))))
                  .toList()));
    }
    return figures;
  }

  private static List<Point> overTime(String row) {
    return IntStream.range(0, PERIODS)
        .mapToObj(i -> new Point(minutes(i), new Series(row, period(i))))
        .toList();
  }
}
