package io.metasched.simulation.system.broker.rule;

import io.metasched.simulation.system.broker.rows.AgentNodeRow;
import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.CancellationRow;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Index of the rows of a run by their foreign keys. */
final class RowIndex {
  private final TreeMap<Integer, List<AnswerRow>> answers = new TreeMap<>(); // by message
  private final TreeMap<Long, TaskRow> tasks = new TreeMap<>();
  private final TreeMap<Integer, List<AgentNodeRow>> nodes = new TreeMap<>(); // by agent
  private final TreeMap<Long, List<CancellationRow>> cancellations = new TreeMap<>(); // by task

  private RowIndex(BrokerRun run) {
    run.answers().forEach(row -> add(answers, row.message(), row));
    run.jobs().forEach(row -> tasks.put(row.task(), row));
    run.nodes().forEach(row -> add(nodes, row.agent(), row));
    run.cancellations().forEach(row -> add(cancellations, row.task(), row));
  }

  static RowIndex of(BrokerRun run) {
    return new RowIndex(run);
  }

  /** Adds a row to the list of its key; each list keeps the order of the rows. */
  static <K, V> void add(SortedMap<K, List<V>> lists, K key, V row) {
    lists.computeIfAbsent(key, each -> new ArrayList<>()).add(row);
  }

  List<AnswerRow> answers(int message) {
    return answers.getOrDefault(message, List.of());
  }

  /** Returns all tasks by id. */
  SortedMap<Long, TaskRow> tasks() {
    return tasks;
  }

  List<AgentNodeRow> nodes(int agent) {
    return nodes.getOrDefault(agent, List.of());
  }

  /** Returns the last cancellation of a task that was requested no later than the given step. */
  Optional<CancellationRow> cancellation(long task, int step) {
    return cancellations.getOrDefault(task, List.of()).stream()
        .filter(row -> row.askedStep() <= step)
        .reduce((one, later) -> later);
  }
}
