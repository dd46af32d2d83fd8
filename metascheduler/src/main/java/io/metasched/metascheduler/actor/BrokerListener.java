package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.broker.TaskOutcome;
import java.util.List;

/** Follows what a broker does; called on its thread. */
@FunctionalInterface
public interface BrokerListener {
  /**
   * What has come of tasks. One whose agent is lost later gets another outcome, which no reply has.
   */
  void reached(List<TaskOutcome> outcomes);

  /** The agents have answered what a round asked them to offer, after so many ticks. */
  default void delivered(long ticks) {}
}
