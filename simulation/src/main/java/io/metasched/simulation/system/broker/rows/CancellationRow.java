package io.metasched.simulation.system.broker.rows;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/**
 * Request of a user to cancel a task, and its result.
 *
 * @param task id of the task
 * @param user user who requested the cancellation
 * @param broker broker that received the request
 * @param asked tick at which the broker received the request
 * @param askedStep step in which the broker received the request
 * @param answered tick at which the user received the answer
 * @param answeredStep step in which the user received the answer
 * @param refusal reason why the task is not cancelled
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
  /** Format of cancellations.csv. */
  static final TableFormat<CancellationRow> FORMAT =
      TableFormat.ofRecord(
          CancellationRow.class,
          "cancellations.csv",
          List.of(
              Column.of("task", ColumnType.NUMBER, "task", CancellationRow::task),
              Column.of(
                  "user",
                  ColumnType.TEXT,
                  "user who requested the cancellation",
                  CancellationRow::user),
              Column.of(
                  "broker",
                  BrokerColumns.ID,
                  "broker that received the request",
                  CancellationRow::broker),
              Column.of(
                  "asked",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "time of the request",
                  CancellationRow::asked),
              Column.of(
                  "askedStep",
                  BrokerColumns.STEP,
                  "step of the request",
                  CancellationRow::askedStep),
              Column.of(
                  "answered",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "time of the answer",
                  CancellationRow::answered),
              Column.of(
                  "answeredStep",
                  BrokerColumns.STEP,
                  "step of the answer",
                  CancellationRow::answeredStep),
              Column.of(
                  "refusal",
                  BrokerColumns.REASON,
                  "why the task is not cancelled, else empty",
                  CancellationRow::refusal)));
}
