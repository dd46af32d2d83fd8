package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.TaskRefusal;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/**
 * A user wanted a task cancelled, and what came of it.
 *
 * @param task id of the task
 * @param user who wanted it
 * @param broker that was asked
 * @param asked when
 * @param askedStep the step in which the broker was asked
 * @param answered when the user had the answer
 * @param answeredStep the step in which the user had the answer
 * @param refusal why it is not cancelled
 */
public record CancellationRow(
    long task,
    String user,
    int broker,
    long asked,
    int askedStep,
    long answered,
    int answeredStep,
    Optional<TaskRefusal> refusal) {
  /** The file cancellations.csv. */
  static final TableFormat<CancellationRow> FORMAT =
      TableFormat.ofRecord(
          CancellationRow.class,
          "cancellations.csv",
          List.of(
              Column.of("task", ColumnType.NUMBER, CancellationRow::task),
              Column.of("user", ColumnType.TEXT, CancellationRow::user),
              Column.of("broker", BrokerColumns.ID, CancellationRow::broker),
              Column.of("asked", ColumnType.unitsFrom(0), Unit.SECONDS, CancellationRow::asked),
              Column.of("askedStep", BrokerColumns.STEP, CancellationRow::askedStep),
              Column.of(
                  "answered", ColumnType.unitsFrom(0), Unit.SECONDS, CancellationRow::answered),
              Column.of("answeredStep", BrokerColumns.STEP, CancellationRow::answeredStep),
              Column.of("refusal", BrokerColumns.REASON, CancellationRow::refusal)));
}
