package io.metasched.simulation.system.broker.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * Message from a broker to an agent, with the times of its delivery and its answer.
 *
 * @param message number of the message, from 1 in the order of sending
 * @param broker broker that sent it
 * @param agent agent to which it was sent
 * @param kind kind of the request
 * @param round round of the broker, 0 if it belongs to none
 * @param sent tick of sending
 * @param sentStep step in which it was sent
 * @param delivered tick of its arrival at the agent, -1 if the agent was lost
 * @param deliveredStep step of its arrival at the agent, -1 for none
 * @param answered tick at which the broker received the answer, -1 if the agent was lost before
 * @param answeredStep step in which the broker received the answer, -1 for none
 */
public record MessageRow(
    int message,
    int broker,
    int agent,
    Kind kind,
    int round,
    long sent,
    int sentStep,
    long delivered,
    int deliveredStep,
    long answered,
    int answeredStep) {
  /** Kinds of requests. */
  public enum Kind {
    /** Request for offers of nodes for tasks. */
    OFFER,
    /** Request to hold offered nodes. */
    HOLD,
    /** Request to turn holds into permanent reservations. */
    COMMIT,
    /** Request to release holds and reservations. */
    RELEASE,
    /** Request to cancel a task, on behalf of a user. */
    CANCEL
  }

  /** Format of messages.csv. */
  static final TableFormat<MessageRow> FORMAT =
      TableFormat.ofRecord(
          MessageRow.class,
          "messages.csv",
          List.of(
              Column.of(
                  "message",
                  ColumnType.integerFrom(1),
                  "number of the message, from 1",
                  MessageRow::message),
              Column.of("broker", BrokerColumns.ID, "broker that sent it", MessageRow::broker),
              Column.of("agent", BrokerColumns.ID, "agent to which it was sent", MessageRow::agent),
              Column.of(
                  "kind",
                  ColumnType.constant(Kind.values()),
                  "kind of the request",
                  MessageRow::kind),
              Column.of(
                  "round",
                  ColumnType.integerFrom(0),
                  "round of the broker, from 1; 0 for `release` and `cancel`",
                  MessageRow::round),
              Column.of(
                  "sent",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "time of sending",
                  MessageRow::sent),
              Column.of("sentStep", BrokerColumns.STEP, "step of sending", MessageRow::sentStep),
              Column.of(
                  "delivered",
                  BrokerColumns.TIME_IF_ANY,
                  Unit.SECONDS,
                  "arrival at the agent; empty if the agent was lost",
                  MessageRow::delivered),
              Column.of(
                  "deliveredStep",
                  BrokerColumns.IF_ANY,
                  "step of that arrival",
                  MessageRow::deliveredStep),
              Column.of(
                  "answered",
                  BrokerColumns.TIME_IF_ANY,
                  Unit.SECONDS,
                  "arrival of the answer at the broker; empty if the agent was lost",
                  MessageRow::answered),
              Column.of(
                  "answeredStep",
                  BrokerColumns.IF_ANY,
                  "step of that arrival",
                  MessageRow::answeredStep)));

  /** Returns a copy with the given delivery at the agent. */
  public MessageRow deliveredAt(long tick, int step) {
    return new MessageRow(
        message, broker, agent, kind, round, sent, sentStep, tick, step, answered, answeredStep);
  }

  /** Returns a copy with the given arrival of the answer at the broker. */
  public MessageRow answeredAt(long tick, int step) {
    return new MessageRow(
        message, broker, agent, kind, round, sent, sentStep, delivered, deliveredStep, tick, step);
  }

  /** Returns whether the message reached the agent. */
  public boolean isDelivered() {
    return deliveredStep >= 0;
  }

  /** Returns whether the answer reached the broker. */
  public boolean isAnswered() {
    return answeredStep >= 0;
  }
}
