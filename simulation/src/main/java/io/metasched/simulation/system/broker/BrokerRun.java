package io.metasched.simulation.system.broker;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import java.util.List;

/**
 * All that a run of one policy leaves behind.
 *
 * @param facts the row of run.csv
 * @param nodes by agent
 * @param jobs the tasks in the order of their arrival, with what came of them
 * @param messages in the order of sending
 * @param answers by message, one row for each task it names
 * @param placements the lines of all schedules, in the order in which they were reached
 * @param cancellations in the order in which they were asked for
 * @param links what became of agents, and when brokers heard of it, by step
 */
public record BrokerRun(
    BrokerFacts facts,
    List<NodeRow> nodes,
    List<TaskRow> jobs,
    List<MessageRow> messages,
    List<AnswerRow> answers,
    List<PlacementRow> placements,
    List<CancellationRow> cancellations,
    List<LinkRow> links)
    implements RunTables {
  /** The tables, that of the title first. */
  public static final RunFormat<BrokerRun> FORMAT =
      new RunFormat<>(
          BrokerRun.class,
          List.of(
              new Table<>(BrokerFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(NodeRow.FORMAT, BrokerRun::nodes),
              new Table<>(TaskRow.FORMAT, BrokerRun::jobs),
              new Table<>(MessageRow.FORMAT, BrokerRun::messages),
              new Table<>(AnswerRow.FORMAT, BrokerRun::answers),
              new Table<>(PlacementRow.FORMAT, BrokerRun::placements),
              new Table<>(CancellationRow.FORMAT, BrokerRun::cancellations),
              new Table<>(LinkRow.FORMAT, BrokerRun::links)));

  /** Copies the lists. */
  public BrokerRun {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    messages = List.copyOf(messages);
    answers = List.copyOf(answers);
    placements = List.copyOf(placements);
    cancellations = List.copyOf(cancellations);
    links = List.copyOf(links);
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }

  /** Whether an answer is one to a message of a kind. */
  boolean isAnswerTo(AnswerRow answer, MessageRow.Kind kind) {
    return answer.message() <= messages.size() && messages.get(answer.message() - 1).kind() == kind;
  }
}
