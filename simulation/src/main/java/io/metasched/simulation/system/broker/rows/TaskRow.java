package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.TEXTS;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.model.Span;
import io.metasched.simulation.rows.TableFormat;
import java.util.List;
import java.util.Optional;

/**
 * Task, and its outcome.
 *
 * @param task id of the task
 * @param broker broker that received the task
 * @param submit tick of its submission
 * @param submitStep step in which the broker received the task
 * @param start requested start
 * @param end requested end
 * @param load load on its node, in per cent
 * @param cpuPower minimum CPU power of its node
 * @param memory minimum memory of its node
 * @param owner user who owns the task, {@code *} for everyone
 * @param viewers users who may see the task
 * @param cancellers users who may cancel the task
 * @param outcome final outcome
 * @param reason reason why the task was not placed
 * @param decided tick of the last outcome
 * @param decidedStep step of the last outcome
 */
public record TaskRow(
    long task,
    int broker,
    long submit,
    int submitStep,
    long start,
    long end,
    int load,
    int cpuPower,
    int memory,
    String owner,
    List<String> viewers,
    List<String> cancellers,
    Outcome outcome,
    Optional<TaskRefusal> reason,
    long decided,
    int decidedStep) {
  /** Outcome of a task at the end of a run. */
  public enum Outcome {
    /** The task is in the broker's schedule. */
    PLACED,
    /** The broker stopped trying to place the task. */
    UNPLACED,
    /** A user cancelled the task. */
    CANCELLED
  }

  /** Format of jobs.csv. */
  public static final TableFormat<TaskRow> FORMAT =
      TableFormat.ofRecord(
          TaskRow.class,
          "jobs.csv",
          field("task", NUMBER, "id of the task"),
          field("broker", BrokerColumns.ID, "broker that received the task"),
          field("submit", unitsFrom(0), SECONDS, "submission"),
          field("submitStep", BrokerColumns.STEP, "step of the submission"),
          field("start", unitsFrom(0), SECONDS, "requested start"),
          field("end", unitsFrom(1), SECONDS, "requested end"),
          field("load", integerFrom(1), "share of its node, in per cent"),
          field("cpuPower", integerFrom(0), "minimum CPU power of its node"),
          field("memory", integerFrom(0), "minimum memory of its node"),
          field("owner", TEXT, "owner of the task; `*` for everyone"),
          field("viewers", TEXTS, "users who may see the task"),
          field("cancellers", TEXTS, "users who may cancel the task"),
          field(
              "outcome",
              constant(Outcome.values()),
              "outcome; `placed` if the task is in the schedule at the end"),
          field(
              "reason",
              BrokerColumns.REASON,
              "reason of an unplaced task, else empty; of several in its last round, the last in"
                  + " this list"),
          field("decided", unitsFrom(0), SECONDS, "time of its last outcome"),
          field("decidedStep", BrokerColumns.STEP, "step of its last outcome"));

  /**
   * @throws IllegalArgumentException for values that are not allowed for a task
   */
  public TaskRow {
    viewers = List.copyOf(viewers);
    cancellers = List.copyOf(cancellers);
    var unused =
        new Task(
            task,
            new Span(start, end),
            load,
            new NodeDemand(cpuPower, memory),
            new AccessList(owner, viewers, cancellers));
  }

  public static TaskRow of(
      Task task,
      int broker,
      long submit,
      int submitStep,
      Outcome outcome,
      Optional<TaskRefusal> reason,
      long decided,
      int decidedStep) {
    return new TaskRow(
        task.id(),
        broker,
        submit,
        submitStep,
        task.span().start(),
        task.span().end(),
        task.load(),
        task.demand().cpuPower(),
        task.demand().memory(),
        task.access().owner(),
        task.access().viewers(),
        task.access().cancellers(),
        outcome,
        reason,
        decided,
        decidedStep);
  }

  /** Returns whether the task is in the schedule of its broker. */
  public boolean isPlaced() {
    return outcome == Outcome.PLACED;
  }
}
