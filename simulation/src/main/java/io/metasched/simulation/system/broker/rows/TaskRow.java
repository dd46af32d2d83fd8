package io.metasched.simulation.system.broker.rows;

import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.model.Span;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/**
 * Task, and its outcome.
 *
 * @param task id of the task
 * @param broker broker that received it
 * @param submit tick of its submission
 * @param submitStep step in which the broker received it
 * @param start requested start
 * @param end requested end
 * @param load load on its node, in per cent
 * @param cpuPower minimum CPU power of its node
 * @param memory minimum memory of its node
 * @param owner user who owns it, {@code *} for everyone
 * @param viewers users who may see it
 * @param cancellers users who may cancel it
 * @param outcome final outcome
 * @param reason reason why it was not placed
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
  /** Outcomes of a task. */
  public enum Outcome {
    /** The task is in the schedule of its broker. */
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
          List.of(
              Column.of("task", ColumnType.NUMBER, "id of the task", TaskRow::task),
              Column.of("broker", BrokerColumns.ID, "broker that received it", TaskRow::broker),
              Column.of(
                  "submit", ColumnType.unitsFrom(0), Unit.SECONDS, "submission", TaskRow::submit),
              Column.of(
                  "submitStep", BrokerColumns.STEP, "step of the submission", TaskRow::submitStep),
              Column.of(
                  "start",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "requested start",
                  TaskRow::start),
              Column.of(
                  "end", ColumnType.unitsFrom(1), Unit.SECONDS, "requested end", TaskRow::end),
              Column.of(
                  "load",
                  ColumnType.integerFrom(1),
                  "share of its node, in per cent",
                  TaskRow::load),
              Column.of(
                  "cpuPower",
                  ColumnType.integerFrom(0),
                  "minimum CPU power of its node",
                  TaskRow::cpuPower),
              Column.of(
                  "memory",
                  ColumnType.integerFrom(0),
                  "minimum memory of its node",
                  TaskRow::memory),
              Column.of(
                  "owner", ColumnType.TEXT, "user who owns it; `*` for everyone", TaskRow::owner),
              Column.of("viewers", ColumnType.TEXTS, "users who may see it", TaskRow::viewers),
              Column.of(
                  "cancellers", ColumnType.TEXTS, "users who may cancel it", TaskRow::cancellers),
              Column.of(
                  "outcome",
                  ColumnType.constant(Outcome.values()),
                  "outcome; `placed` if it is in the schedule at the end",
                  TaskRow::outcome),
              Column.of(
                  "reason",
                  BrokerColumns.REASON,
                  "why it is unplaced, else empty; of those in its last round, the last of this"
                      + " list",
                  TaskRow::reason),
              Column.of(
                  "decided",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "time of its last outcome",
                  TaskRow::decided),
              Column.of(
                  "decidedStep",
                  BrokerColumns.STEP,
                  "step of its last outcome",
                  TaskRow::decidedStep)));

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
