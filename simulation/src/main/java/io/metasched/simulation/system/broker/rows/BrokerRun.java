package io.metasched.simulation.system.broker.rows;

import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.system.broker.metric.NodeLoads;
import java.util.List;

/**
 * Tables of a run of one policy.
 *
 * @param facts row of run.csv
 * @param nodes nodes, by agent
 * @param jobs tasks and their outcomes, in order of arrival
 * @param messages messages, in the order of sending
 * @param answers answers, by message, one row for each task of the message
 * @param placements lines of all schedules, in the order in which they were added
 * @param cancellations cancellations, in the order of the requests
 * @param links losses and returns of agents, and notices of these changes to brokers, by step
 */
public record BrokerRun(
    BrokerFacts facts,
    List<AgentNodeRow> nodes,
    List<TaskRow> jobs,
    List<MessageRow> messages,
    List<AnswerRow> answers,
    List<TaskPlacementRow> placements,
    List<CancellationRow> cancellations,
    List<LinkRow> links)
    implements RunTables {
  /** Tables of a run; the table of the title is first. */
  public static final RunFormat<BrokerRun> FORMAT =
      new RunFormat<>(
          BrokerRun.class,
          List.of(
              new Table<>(BrokerFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(AgentNodeRow.FORMAT, BrokerRun::nodes),
              new Table<>(TaskRow.FORMAT, BrokerRun::jobs),
              new Table<>(MessageRow.FORMAT, BrokerRun::messages),
              new Table<>(AnswerRow.FORMAT, BrokerRun::answers),
              new Table<>(TaskPlacementRow.FORMAT, BrokerRun::placements),
              new Table<>(CancellationRow.FORMAT, BrokerRun::cancellations),
              new Table<>(LinkRow.FORMAT, BrokerRun::links)));

  public BrokerRun {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    messages = List.copyOf(messages);
    answers = List.copyOf(answers);
    placements = List.copyOf(placements);
    cancellations = List.copyOf(cancellations);
    links = List.copyOf(links);
  }

  /**
   * Returns the dynamic tables of all agents at the end: one row for each node, by agent, then
   * node.
   */
  public List<NodeTable> dynamicTable() {
    return NodeLoads.of(this).intervals().entrySet().stream()
        .map(
            entry -> new NodeTable(entry.getKey().agent(), entry.getKey().node(), entry.getValue()))
        .toList();
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }

  /** Returns whether an answer belongs to a message of the given kind. */
  public boolean isAnswerTo(AnswerRow answer, MessageRow.Kind kind) {
    return answer.message() <= messages.size() && messages.get(answer.message() - 1).kind() == kind;
  }
}
