package io.metasched.metascheduler.broker.actor;

import io.metasched.metascheduler.broker.TaskOutcome;
import java.util.List;

/** Listener for the events of a broker; called on its thread. */
@FunctionalInterface
public interface BrokerListener {
  /**
   * Receives outcomes of tasks. A task whose agent is lost later gets another outcome, which is in
   * no reply.
   */
  void reached(List<TaskOutcome> outcomes);

  /** Receives the ticks in which the agents have answered the requests for offers of a round. */
  default void delivered(long ticks) {}
}
