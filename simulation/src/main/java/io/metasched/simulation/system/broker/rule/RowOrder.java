package io.metasched.simulation.system.broker.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.broker.rows.AgentNodeRow;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.CancellationRow;
import io.metasched.simulation.system.broker.rows.LinkRow;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Check of the order of the rows, their references to one another, and that each step is one event
 * at one tick.
 */
final class RowOrder {
  private final RuleReport report;
  private final TreeMap<Integer, String> things = new TreeMap<>(); // by step
  private final TreeMap<Integer, Long> ticks = new TreeMap<>(); // by step

  private RowOrder(RuleReport report) {
    this.report = report;
  }

  /** Reports rows that are out of order. */
  static void check(BrokerRun run, RuleReport report) {
    var order = new RowOrder(report);
    order.tables(run);
    order.steps(run);
  }

  private void tables(BrokerRun run) {
    sorted(
        run.nodes(),
        "nodes.csv",
        Comparator.comparingInt(AgentNodeRow::agent).thenComparingInt(AgentNodeRow::node),
        true);
    sorted(
        run.jobs(),
        "jobs.csv",
        Comparator.comparingInt(TaskRow::submitStep).thenComparingLong(TaskRow::task),
        true);
    sorted(run.messages(), "messages.csv", Comparator.comparingInt(MessageRow::sentStep), false);
    sorted(run.answers(), "answers.csv", Comparator.comparingInt(AnswerRow::message), false);
    sorted(
        run.placements(),
        "placements.csv",
        Comparator.comparingInt(TaskPlacementRow::placedStep),
        false);
    sorted(
        run.cancellations(),
        "cancellations.csv",
        Comparator.comparingInt(CancellationRow::askedStep),
        true);
    sorted(run.links(), "links.csv", Comparator.comparingInt(LinkRow::step), true);
    var ids = new TreeSet<Long>();
    run.jobs().stream()
        .filter(row -> !ids.add(row.task()))
        .forEach(row -> report.add("task " + row.task(), "its id occurs twice"));
    for (int at = 0; at < run.messages().size(); at++) {
      if (run.messages().get(at).message() != at + 1) {
        report.add("messages.csv", "message %d must be the next", at + 1);
        return;
      }
    }
    for (var row : run.answers()) {
      if (row.message() > run.messages().size() || !ids.contains(row.task())) {
        report.add("answers.csv", "message %d or task %d is unknown", row.message(), row.task());
      }
    }
  }

  private <T> void sorted(List<T> rows, String table, Comparator<T> order, boolean isStrict) {
    for (int at = 1; at < rows.size(); at++) {
      int compared = order.compare(rows.get(at - 1), rows.get(at));
      if (compared > 0 || (isStrict && compared == 0)) {
        report.add(table, "row %d is out of order", at + 1);
        return;
      }
    }
  }

  private void steps(BrokerRun run) {
    for (var row : run.jobs()) {
      step(row.submitStep(), row.submit(), "tasks arrive at broker " + row.broker());
      tick(row.decidedStep(), row.decided());
    }
    for (var row : run.messages()) {
      tick(row.sentStep(), row.sent());
      if (row.isDelivered()) {
        step(row.deliveredStep(), row.delivered(), "message %d arrives".formatted(row.message()));
      }
      if (row.isAnswered()) {
        step(row.answeredStep(), row.answered(), "answer %d arrives".formatted(row.message()));
      }
    }
    for (var row : run.cancellations()) {
      step(row.askedStep(), row.asked(), "a user cancels task " + row.task());
      tick(row.answeredStep(), row.answered());
    }
    for (var row : run.placements()) {
      tick(row.placedStep(), row.placed());
      if (!row.isKept()) {
        tick(row.endedStep(), row.ended());
      } else if (row.endedStep() >= 0 || row.ended() >= 0) {
        report.add("task " + row.task(), "a kept placement must have no end");
      }
    }
    run.links()
        .forEach(
            row ->
                step(
                    row.step(),
                    row.tick(),
                    "agent %d at broker %d".formatted(row.agent(), row.broker())));
    long last = 0;
    for (var entry : ticks.entrySet()) {
      if (entry.getValue() < last) {
        report.add("step " + entry.getKey(), "it is before the preceding step");
      }
      last = entry.getValue();
    }
  }

  /** Reports a step with two events or two ticks. */
  private void step(int step, long tick, String thing) {
    var known = things.putIfAbsent(step, thing);
    if (known != null && !known.equals(thing)) {
      report.add("step " + step, "%s, but also %s", known, thing);
    }
    tick(step, tick);
  }

  private void tick(int step, long tick) {
    var known = ticks.putIfAbsent(step, tick);
    if (known != null && known != tick) {
      report.add("step " + step, "it must be at one tick, not %d and %d", known, tick);
    }
  }
}
