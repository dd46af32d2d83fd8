package io.metasched.simulation.system.broker.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * Loss or return of an agent, or a broker's notice of it.
 *
 * @param step number of the step
 * @param tick tick of the event
 * @param agent number of the agent
 * @param broker broker that is notified, -1 for the event itself
 * @param change kind of the change
 */
public record LinkRow(int step, long tick, int agent, int broker, Change change) {
  /** Changes of an agent's state. */
  public enum Change {
    /** The agent cannot be reached. */
    LOST,
    /** The agent can be reached again, with its reservations intact. */
    BACK
  }

  /** Format of links.csv. */
  static final TableFormat<LinkRow> FORMAT =
      TableFormat.ofRecord(
          LinkRow.class,
          "links.csv",
          List.of(
              Column.of("step", BrokerColumns.STEP, "step", LinkRow::step),
              Column.of("tick", ColumnType.unitsFrom(0), Unit.SECONDS, "time", LinkRow::tick),
              Column.of("agent", BrokerColumns.ID, "agent that is lost or back", LinkRow::agent),
              Column.of(
                  "broker",
                  BrokerColumns.IF_ANY,
                  "broker that is notified; empty for the event itself",
                  LinkRow::broker),
              Column.of(
                  "change", ColumnType.constant(Change.values()), "change", LinkRow::change)));
}
