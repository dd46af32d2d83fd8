package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.TableFormat;

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
          field("step", BrokerColumns.STEP, "step"),
          field("tick", unitsFrom(0), SECONDS, "time"),
          field("agent", BrokerColumns.ID, "agent that is lost or back"),
          field(
              "broker",
              BrokerColumns.IF_ANY,
              "broker that is notified; empty for the event itself"),
          field("change", constant(Change.values()), "change"));
}
