package io.metasched.simulation.system.broker.experiment;

import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.util.List;

/**
 * The paper's largest test, in which an agent is lost permanently halfway through. The baselines
 * are a run that has the remaining number of agents from the start, and a run with a single agent
 * that has all nodes.
 *
 * <p>Source: the broker-agent paper, sections 1 and 2, which states that nothing critical is lost
 * with an agent.
 */
final class LostAgents {
  private static final int LOST = 0;
  private static final int LOST_SECOND = 10_800;
  private static final int NOTICE_SECONDS = 5; // until the broker is notified
  private static final String LOSS = "agents.losses=[{agent = 0, at = %d}]".formatted(LOST_SECOND);
  private static final String TASKS = "jobs.count=100";

  private static final String PLACED = "placed";
  private static final String LATER = "later placed";
  private static final String LOST_ELSEWHERE = "lost elsewhere";

  /** The points of the test. */
  static final List<BrokerPoint> POINTS =
      List.of(
          new BrokerPoint("one of 3 agents lost", "3", List.of(TASKS, "agents.count=3", LOSS)),
          new BrokerPoint("2 agents from the start", "2", List.of(TASKS, "agents.count=2")),
          new BrokerPoint(
              "the only agent lost",
              "1",
              List.of(TASKS, "agents.count=1", "agents.nodes={least = 6, most = 6}", LOSS)));

  private LostAgents() {}

  /** Returns the cells of the test. */
  static List<Measure> measures() {
    return POINTS.stream()
        .map(point -> point.row(BrokerPoint.PUBLISHED_POLICY))
        .flatMap(
            row ->
                List.of(PLACED, LATER, LOST_ELSEWHERE).stream()
                    .map(column -> Measure.ours(row, column)))
        .toList();
  }

  /** Records a run if it belongs to one of the points; returns whether it does. */
  static boolean take(BrokerPoint point, String row, BrokerRun run, Observations to) {
    if (POINTS.stream().noneMatch(each -> each.label().equals(point.label()))) {
      return false;
    }
    long known = 1000L * (LOST_SECOND + NOTICE_SECONDS);
    to.put(row, PLACED, placed(run.jobs()));
    to.put(row, LATER, placed(run.jobs().stream().filter(task -> task.start() > known).toList()));
    to.put(
        row,
        LOST_ELSEWHERE,
        (double)
            run.placements().stream()
                .filter(line -> line.ending() == Ending.LOST)
                .mapToInt(TaskPlacementRow::agent)
                .filter(agent -> agent != LOST)
                .count());
    return true;
  }

  /** Returns the share of tasks that are placed in the end, in per cent. */
  private static double placed(List<TaskRow> tasks) {
    long placed = tasks.stream().filter(task -> task.outcome() == Outcome.PLACED).count();
    return 100.0 * placed / tasks.size();
  }
}
