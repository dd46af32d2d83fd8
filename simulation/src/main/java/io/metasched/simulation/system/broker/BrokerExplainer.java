package io.metasched.simulation.system.broker;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.broker.metric.ComparedTasks;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.CancellationRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Explainer of a task: each agent's offers, round by round, and their results. */
final class BrokerExplainer implements Explainer<BrokerRun> {
  @Override
  public List<String> explain(BrokerRun run, String job) {
    return run.jobs().stream()
        .filter(row -> Long.toString(row.task()).equals(job))
        .findFirst()
        .map(row -> lines(run, row))
        .orElse(List.of());
  }

  private static List<String> lines(BrokerRun run, TaskRow row) {
    var lines = new ArrayList<String>();
    lines.add(
        "%s: task %d, %s, arrives at broker %d at %s s"
            .formatted(
                run.title().policy(),
                row.task(),
                ComparedTasks.request(row),
                row.broker(),
                seconds(row.submit())));
    var events = new TreeMap<Integer, List<String>>(); // by step
    for (var line : run.placements()) {
      if (line.task() == row.task()) {
        add(
            events,
            line.placedStep(),
            List.of(
                "  at %s s it is placed on node %d of agent %d, with load %d %%"
                    .formatted(seconds(line.placed()), line.node(), line.agent(), line.load())));
        if (!line.isKept()) {
          add(events, line.endedStep(), List.of("  " + ended(line)));
        }
      }
    }
    for (var wish : run.cancellations()) {
      if (wish.task() == row.task()) {
        add(events, wish.askedStep(), List.of("  " + wanted(wish)));
      }
    }
    if (row.outcome() == Outcome.UNPLACED) {
      add(
          events,
          row.decidedStep(),
          List.of(
              "  at %s s it is given up: %s"
                  .formatted(
                      seconds(row.decided()),
                      row.reason().map(ReasonMessages::of).orElse("no reason"))));
    }
    TaskRounds.of(run, row).forEach(round -> add(events, round.step(), round.lines()));
    events.values().forEach(lines::addAll);
    return lines;
  }

  private static void add(SortedMap<Integer, List<String>> events, int step, List<String> lines) {
    events.computeIfAbsent(step, each -> new ArrayList<>()).addAll(lines);
  }

  private static String ended(TaskPlacementRow line) {
    return switch (line.ending()) {
      case CANCELLED -> "at %s s it is cancelled".formatted(seconds(line.ended()));
      case LOST, KEPT ->
          "at %s s the broker is notified that agent %d is lost, and must place the task again"
              .formatted(seconds(line.ended()), line.agent());
    };
  }

  private static String wanted(CancellationRow wish) {
    return "at %s s %s requests its cancellation: %s"
        .formatted(
            seconds(wish.asked()),
            wish.user(),
            wish.refusal().map(why -> "refused, " + ReasonMessages.of(why)).orElse("done"));
  }
}
