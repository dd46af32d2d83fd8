package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.Field.field;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.rows.TableFormat;
import java.util.Optional;

/**
 * Answer of an agent about one task of a message.
 *
 * @param message number of the message
 * @param task id of the task
 * @param result result at the agent
 * @param reason reason of a refusal
 * @param node node that is offered or held, -1 for none
 * @param load load of the node including the task, at most over its span, in per cent; -1 for none
 * @param version version of the hold that is granted, or is to be committed or released; -1 for
 *     none
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

  /** Result of a task at an agent. */
  public enum Result {
    /** A node is offered. */
    OFFERED,
    /** Capacity is reserved temporarily. */
    HELD,
    /** Capacity is reserved permanently. */
    COMMITTED,
    /** The agent no longer reserves capacity for the task. */
    RELEASED,
    /** The task was cancelled by a user. */
    CANCELLED,
    /** The request was refused, with a reason. */
    REFUSED,
    /** The agent was lost before the message arrived. */
    UNDELIVERED
  }

  /** Format of answers.csv. */
  public static final TableFormat<AnswerRow> FORMAT =
      TableFormat.ofRecord(
          AnswerRow.class,
          "answers.csv",
          field("message", integerFrom(1), "message that is answered"),
          field("task", NUMBER, "task"),
          field("result", constant(Result.values()), "result for the task"),
          field("reason", BrokerColumns.REASON, "reason of a refusal, else empty"),
          field("node", BrokerColumns.IF_ANY, "node that is offered or held, or empty"),
          field(
              "load",
              BrokerColumns.IF_ANY,
              "load of the node with the task, at most over its span, in per cent, or empty"),
          field(
              "version",
              BrokerColumns.IF_ANY,
              "version of the hold that is given, or to be committed or released, or empty"));

  public static AnswerRow of(int message, long task, Result result, int version) {
    return new AnswerRow(message, task, result, Optional.empty(), NONE, NONE, version);
  }

  public static AnswerRow on(
      int message, long task, Result result, int node, int load, int version) {
    return new AnswerRow(message, task, result, Optional.empty(), node, load, version);
  }

  public static AnswerRow refused(int message, long task, TaskRefusal reason, int version) {
    return new AnswerRow(message, task, Result.REFUSED, Optional.of(reason), NONE, NONE, version);
  }
}
