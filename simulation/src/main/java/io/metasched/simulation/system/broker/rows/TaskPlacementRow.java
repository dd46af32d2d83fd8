package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.TableFormat;

/**
 * Line of a broker's schedule: the node on which a task was reserved, and the time until which the
 * line was kept.
 *
 * @param task id of the task
 * @param broker broker that placed the task
 * @param round round of the broker
 * @param agent agent that reserved the node
 * @param node id of the node
 * @param load load of the node including the task when the task was held, at most over its span, in
 *     per cent
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
          field("task", NUMBER, "task"),
          field("broker", BrokerColumns.ID, "broker that placed the task"),
          field("round", integerFrom(1), "round of the broker"),
          field("agent", BrokerColumns.ID, "agent that reserved the node"),
          field("node", BrokerColumns.ID, "node"),
          field(
              "load",
              integerFrom(1),
              "load of the node with the task when it was held, in per cent"),
          field("version", integerFrom(1), "version of the hold"),
          field("placed", unitsFrom(0), SECONDS, "end of the round"),
          field("placedStep", BrokerColumns.STEP, "step at the end of the round"),
          field(
              "ended",
              BrokerColumns.TIME_IF_ANY,
              SECONDS,
              "removal from the schedule; empty if the line was kept"),
          field(
              "endedStep", BrokerColumns.IF_ANY, "step of the removal; empty if the line was kept"),
          field(
              "ending",
              constant(Ending.values()),
              "whether the line was kept, cancelled, or lost with its agent"));

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
