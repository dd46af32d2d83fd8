package io.metasched.simulation.system.broker;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * A line of a broker's schedule: where a task was reserved, and until when.
 *
 * @param task id of the task
 * @param broker that has placed it
 * @param round of the broker
 * @param agent that has reserved it
 * @param node id of the node
 * @param load of the node with it when it was held, at most over its span, in per cent
 * @param version under which the agent has it
 * @param placed when the round ended
 * @param placedStep the step in which the round ended
 * @param ended when it was taken out of the schedule, -1 where it was kept
 * @param endedStep the step in which it was, -1 where it was kept
 * @param ending why
 */
public record PlacementRow(
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
  /** Why a placement was taken out of the schedule. */
  public enum Ending {
    /** It was not. */
    KEPT,
    /** A user has cancelled the task. */
    CANCELLED,
    /** The broker has heard that the agent is lost. */
    LOST
  }

  /** The file placements.csv. */
  static final TableFormat<PlacementRow> FORMAT =
      TableFormat.ofRecord(
          PlacementRow.class,
          "placements.csv",
          List.of(
              Column.of("task", ColumnType.NUMBER, PlacementRow::task),
              Column.of("broker", BrokerColumns.ID, PlacementRow::broker),
              Column.of("round", ColumnType.integerFrom(1), PlacementRow::round),
              Column.of("agent", BrokerColumns.ID, PlacementRow::agent),
              Column.of("node", BrokerColumns.ID, PlacementRow::node),
              Column.of("load", ColumnType.integerFrom(1), PlacementRow::load),
              Column.of("version", ColumnType.integerFrom(1), PlacementRow::version),
              Column.of("placed", ColumnType.unitsFrom(0), Unit.SECONDS, PlacementRow::placed),
              Column.of("placedStep", BrokerColumns.STEP, PlacementRow::placedStep),
              Column.of("ended", BrokerColumns.TIME_IF_ANY, Unit.SECONDS, PlacementRow::ended),
              Column.of("endedStep", BrokerColumns.IF_ANY, PlacementRow::endedStep),
              Column.of("ending", ColumnType.constant(Ending.values()), PlacementRow::ending)));

  /** The same when it is taken out of the schedule. */
  PlacementRow endedAt(long tick, int step, Ending why) {
    return new PlacementRow(
        task, broker, round, agent, node, load, version, placed, placedStep, tick, step, why);
  }

  /** Whether it is in the schedule to the end of the run. */
  boolean isKept() {
    return ending == Ending.KEPT;
  }
}
