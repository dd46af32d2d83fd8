package io.metasched.simulation.system.broker;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * An agent is lost or comes back, or a broker hears of it.
 *
 * @param step number of the step
 * @param tick when
 * @param agent number of the agent
 * @param broker that hears of it, -1 where it happens
 * @param change what
 */
public record LinkRow(int step, long tick, int agent, int broker, Change change) {
  /** What happens to an agent. */
  public enum Change {
    /** Nobody reaches it. */
    LOST,
    /** It is reached again, and has what it had reserved. */
    BACK
  }

  /** The file links.csv. */
  static final TableFormat<LinkRow> FORMAT =
      TableFormat.ofRecord(
          LinkRow.class,
          "links.csv",
          List.of(
              Column.of("step", BrokerColumns.STEP, LinkRow::step),
              Column.of("tick", ColumnType.unitsFrom(0), Unit.SECONDS, LinkRow::tick),
              Column.of("agent", BrokerColumns.ID, LinkRow::agent),
              Column.of("broker", BrokerColumns.IF_ANY, LinkRow::broker),
              Column.of("change", ColumnType.constant(Change.values()), LinkRow::change)));
}
