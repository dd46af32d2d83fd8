package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.TableFormat;

/**
 * Message from a broker to an agent, with the times of its delivery and its answer.
 *
 * @param message number of the message, from 1 in the order of sending
 * @param broker broker that sent the message
 * @param agent agent to which the message was sent
 * @param kind kind of the request
 * @param round round of the broker, 0 if the message belongs to none
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
          field("message", integerFrom(1), "number of the message, from 1"),
          field("broker", BrokerColumns.ID, "sending broker"),
          field("agent", BrokerColumns.ID, "receiving agent"),
          field("kind", constant(Kind.values()), "kind of the request"),
          field(
              "round", integerFrom(0), "round of the broker, from 1; 0 for `release` and `cancel`"),
          field("sent", unitsFrom(0), SECONDS, "time of sending"),
          field("sentStep", BrokerColumns.STEP, "step of sending"),
          field(
              "delivered",
              BrokerColumns.TIME_IF_ANY,
              SECONDS,
              "arrival at the agent; empty if the agent was lost"),
          field("deliveredStep", BrokerColumns.IF_ANY, "step of that arrival"),
          field(
              "answered",
              BrokerColumns.TIME_IF_ANY,
              SECONDS,
              "arrival of the answer at the broker; empty if the agent was lost"),
          field("answeredStep", BrokerColumns.IF_ANY, "step of that arrival"));

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
