package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.TaskRefusal;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import java.util.List;
import java.util.Optional;

/**
 * What an agent answered to a message about one task.
 *
 * @param message its number
 * @param task id of the task
 * @param result what came of it at the agent
 * @param reason why it is refused
 * @param node that is offered or held, -1 for none
 * @param load that the node would have or has with the task, at most over its span, in per cent; -1
 *     for none
 * @param version of the hold: the one that is given, or the one that is to be committed or
 *     released; -1 for none
 */
public record AnswerRow(
    int message,
    long task,
    Result result,
    Optional<TaskRefusal> reason,
    int node,
    int load,
    int version) {
  private static final int NONE = -1;

  /** What came of a task at an agent. */
  public enum Result {
    /** A node is offered. */
    OFFERED,
    /** Its capacity is taken, for a while. */
    HELD,
    /** Its capacity is taken for good. */
    COMMITTED,
    /** The agent does not have it any more. */
    RELEASED,
    /** The user has cancelled it. */
    CANCELLED,
    /** Nothing, for a reason. */
    REFUSED,
    /** The agent was lost before it had the message. */
    UNDELIVERED
  }

  /** The file answers.csv. */
  static final TableFormat<AnswerRow> FORMAT =
      TableFormat.ofRecord(
          AnswerRow.class,
          "answers.csv",
          List.of(
              Column.of("message", ColumnType.integerFrom(1), AnswerRow::message),
              Column.of("task", ColumnType.NUMBER, AnswerRow::task),
              Column.of("result", ColumnType.constant(Result.values()), AnswerRow::result),
              Column.of("reason", BrokerColumns.REASON, AnswerRow::reason),
              Column.of("node", BrokerColumns.IF_ANY, AnswerRow::node),
              Column.of("load", BrokerColumns.IF_ANY, AnswerRow::load),
              Column.of("version", BrokerColumns.IF_ANY, AnswerRow::version)));

  static AnswerRow of(int message, long task, Result result, int version) {
    return new AnswerRow(message, task, result, Optional.empty(), NONE, NONE, version);
  }

  static AnswerRow on(int message, long task, Result result, int node, int load, int version) {
    return new AnswerRow(message, task, result, Optional.empty(), node, load, version);
  }

  static AnswerRow refused(int message, long task, TaskRefusal reason, int version) {
    return new AnswerRow(message, task, Result.REFUSED, Optional.of(reason), NONE, NONE, version);
  }
}
