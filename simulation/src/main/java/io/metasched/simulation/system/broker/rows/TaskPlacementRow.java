package io.metasched.simulation.system.broker.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * Line of a broker's schedule: the node on which a task was reserved, and the time until which the
 * line was kept.
 *
 * @param task id of the task
 * @param broker broker that placed it
 * @param round round of the broker
 * @param agent agent that reserved it
 * @param node id of the node
 * @param load load of the node including the task when it was held, at most over its span, in per
 *     cent
 * @param version version of the reservation at the agent
 * @param placed tick at which the round ended
 * @param placedStep step in which the round ended
 * @param ended tick at which the line was removed from the schedule, -1 if it was kept
 * @param endedStep step in which the line was removed, -1 if it was kept
 * @param ending reason of the removal
 */
public record TaskPlacementRow(
    long task,
    int broker,
    int round,
    int agent,
    int node,
    int load,
    int version,
    long placed,
    int placedStep,
    long ended,
    int endedStep,
    Ending ending) {
  /** Reasons why a placement was removed from the schedule. */
  public enum Ending {
    /** The placement was kept. */
    KEPT,
    /** A user cancelled the task. */
    CANCELLED,
    /** The broker was notified that the agent is lost. */
    LOST
  }

  /** Format of placements.csv. */
  public static final TableFormat<TaskPlacementRow> FORMAT =
      TableFormat.ofRecord(
          TaskPlacementRow.class,
          "placements.csv",
          List.of(
              Column.of("task", ColumnType.NUMBER, "task", TaskPlacementRow::task),
              Column.of(
                  "broker", BrokerColumns.ID, "broker that placed it", TaskPlacementRow::broker),
              Column.of(
                  "round",
                  ColumnType.integerFrom(1),
                  "round of the broker",
                  TaskPlacementRow::round),
              Column.of(
                  "agent", BrokerColumns.ID, "agent that reserved it", TaskPlacementRow::agent),
              Column.of("node", BrokerColumns.ID, "node", TaskPlacementRow::node),
              Column.of(
                  "load",
                  ColumnType.integerFrom(1),
                  "load of the node with the task when it was held, in per cent",
                  TaskPlacementRow::load),
              Column.of(
                  "version",
                  ColumnType.integerFrom(1),
                  "version of the hold",
                  TaskPlacementRow::version),
              Column.of(
                  "placed",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "end of the round",
                  TaskPlacementRow::placed),
              Column.of(
                  "placedStep",
                  BrokerColumns.STEP,
                  "step at the end of the round",
                  TaskPlacementRow::placedStep),
              Column.of(
                  "ended",
                  BrokerColumns.TIME_IF_ANY,
                  Unit.SECONDS,
                  "removal from the schedule; empty if it was kept",
                  TaskPlacementRow::ended),
              Column.of(
                  "endedStep",
                  BrokerColumns.IF_ANY,
                  "step of the removal; empty if it was kept",
                  TaskPlacementRow::endedStep),
              Column.of(
                  "ending",
                  ColumnType.constant(Ending.values()),
                  "whether it was kept, cancelled, or lost with its agent",
                  TaskPlacementRow::ending)));

  /** Returns a copy that is removed from the schedule at the given tick and step. */
  public TaskPlacementRow endedAt(long tick, int step, Ending why) {
    return new TaskPlacementRow(
        task, broker, round, agent, node, load, version, placed, placedStep, tick, step, why);
  }

  /** Returns whether the line stays in the schedule until the end of the run. */
  public boolean isKept() {
    return ending == Ending.KEPT;
  }
}
