package io.metasched.metascheduler.broker.actor;

import io.metasched.metascheduler.broker.TaskOutcome;
import java.util.List;

/** Listener for the events of a broker; called on its thread. */
@FunctionalInterface
public interface BrokerListener {
  /**
   * Receives outcomes of tasks. If the agent of a placed task is lost later, the task gets another
   * outcome, which is in no reply.
   */
  void reached(List<TaskOutcome> outcomes);

  /**
   * Receives the time in ticks that the agents took to answer the requests for offers of a round.
   */
  default void delivered(long ticks) {}
}
