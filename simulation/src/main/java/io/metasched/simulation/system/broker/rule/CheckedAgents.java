package io.metasched.simulation.system.broker.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.CancellationRow;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Check of the agents' answers, recomputed from the messages that reached them: each offer is the
 * least loaded node that can take the task, and no hold exceeds a limit.
 */
final class CheckedAgents {
  private CheckedAgents() {}

  /** Reports answers that differ from the answers of an agent with such a table. */
  static void check(BrokerRun run, RuleReport report) {
    var index = RowIndex.of(run);
    var agents = new TreeMap<Integer, NaiveAgent>();
    var arrivals = new ArrayList<>(run.messages());
    arrivals.removeIf(message -> !message.isDelivered());
    arrivals.sort(Comparator.comparingInt(MessageRow::deliveredStep));
    for (var message : arrivals) {
      var agent =
          agents.computeIfAbsent(
              message.agent(), number -> new NaiveAgent(run.facts(), index.nodes(number)));
      var given = index.answers(message.message());
      var expected = answers(agent, message, given, index);
      if (!expected.equals(given)) {
        report(message, expected, given, report);
        return; // all later rows depend on this one
      }
    }
    run.messages().stream()
        .filter(message -> !message.isDelivered())
        .flatMap(message -> index.answers(message.message()).stream())
        .filter(row -> !row.equals(undelivered(row)))
        .forEach(
            row ->
                report.add(
                    where(row.message()),
                    "task %d must be undelivered, without other values",
                    row.task()));
  }

  private static AnswerRow undelivered(AnswerRow row) {
    return AnswerRow.of(row.message(), row.task(), Result.UNDELIVERED, row.version());
  }

  private static List<AnswerRow> answers(
      NaiveAgent agent, MessageRow message, List<AnswerRow> asked, RowIndex index) {
    if (message.kind() != Kind.CANCEL) {
      return agent.answers(message, asked, index.tasks());
    }
    return asked.stream()
        .map(
            row ->
                agent.cancel(
                    message,
                    row,
                    index
                        .cancellation(row.task(), message.sentStep())
                        .map(CancellationRow::user)
                        .orElse("")))
        .toList();
  }

  private static void report(
      MessageRow message, List<AnswerRow> expected, List<AnswerRow> given, RuleReport report) {
    for (int at = 0; at < given.size(); at++) {
      if (at >= expected.size() || !expected.get(at).equals(given.get(at))) {
        report.add(
            where(message.message()),
            "agent %d must answer %s, but answers %s",
            message.agent(),
            at < expected.size() ? words(expected.get(at)) : "nothing",
            words(given.get(at)));
        return;
      }
    }
  }

  private static String where(int message) {
    return "message " + message;
  }

  private static String words(AnswerRow row) {
    return String.join(",", AnswerRow.FORMAT.cells(row));
  }
}
