package io.metasched.metascheduler.broker.live;

/** Listener for the agents of a broker. */
public interface AgentEvents {
  /** Receives an agent that the broker uses from now on. */
  void joined(LiveAgent agent);

  /** Receives an agent that is lost with all its reservations. */
  void left(LiveAgent agent);
}
