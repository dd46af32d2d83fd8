package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.rows.TableFormat;
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
          field("task", NUMBER, "task"),
          field("user", TEXT, "user who requested the cancellation"),
          field("broker", BrokerColumns.ID, "broker that received the request"),
          field("asked", unitsFrom(0), SECONDS, "time of the request"),
          field("askedStep", BrokerColumns.STEP, "step of the request"),
          field("answered", unitsFrom(0), SECONDS, "time of the answer"),
          field("answeredStep", BrokerColumns.STEP, "step of the answer"),
          field("refusal", BrokerColumns.REASON, "why the task is not cancelled, else empty"));
}
