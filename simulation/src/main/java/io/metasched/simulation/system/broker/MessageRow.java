package io.metasched.simulation.system.broker;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * What a broker asked of an agent, and when it had the answer.
 *
 * @param message its number, from 1 in the order of sending
 * @param broker that asked
 * @param agent that was asked
 * @param kind what was asked
 * @param round of the broker, 0 where it is about none
 * @param sent when it was sent
 * @param sentStep the step in which it was sent
 * @param delivered when the agent had it, -1 where the agent was lost
 * @param deliveredStep the step in which the agent had it, -1 for none
 * @param answered when the broker had the answer, -1 where the agent was lost before
 * @param answeredStep the step in which the broker had the answer, -1 for none
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
  /** What is asked. */
  public enum Kind {
    /** Which nodes has it for these tasks? */
    OFFER,
    /** It is to hold what it has offered. */
    HOLD,
    /** It is to reserve for good what it holds. */
    COMMIT,
    /** It is to give up what it has. */
    RELEASE,
    /** A user wants a task cancelled. */
    CANCEL
  }

  /** The file messages.csv. */
  static final TableFormat<MessageRow> FORMAT =
      TableFormat.ofRecord(
          MessageRow.class,
          "messages.csv",
          List.of(
              Column.of("message", ColumnType.integerFrom(1), MessageRow::message),
              Column.of("broker", BrokerColumns.ID, MessageRow::broker),
              Column.of("agent", BrokerColumns.ID, MessageRow::agent),
              Column.of("kind", ColumnType.constant(Kind.values()), MessageRow::kind),
              Column.of("round", ColumnType.integerFrom(0), MessageRow::round),
              Column.of("sent", ColumnType.unitsFrom(0), Unit.SECONDS, MessageRow::sent),
              Column.of("sentStep", BrokerColumns.STEP, MessageRow::sentStep),
              Column.of(
                  "delivered", BrokerColumns.TIME_IF_ANY, Unit.SECONDS, MessageRow::delivered),
              Column.of("deliveredStep", BrokerColumns.IF_ANY, MessageRow::deliveredStep),
              Column.of("answered", BrokerColumns.TIME_IF_ANY, Unit.SECONDS, MessageRow::answered),
              Column.of("answeredStep", BrokerColumns.IF_ANY, MessageRow::answeredStep)));

  /** The same when the agent has it. */
  MessageRow deliveredAt(long tick, int step) {
    return new MessageRow(
        message, broker, agent, kind, round, sent, sentStep, tick, step, answered, answeredStep);
  }

  /** The same when the broker has the answer. */
  MessageRow answeredAt(long tick, int step) {
    return new MessageRow(
        message, broker, agent, kind, round, sent, sentStep, delivered, deliveredStep, tick, step);
  }

  /** Whether the agent had it. */
  boolean isDelivered() {
    return deliveredStep >= 0;
  }

  /** Whether the broker had the answer. */
  boolean isAnswered() {
    return answeredStep >= 0;
  }
}
