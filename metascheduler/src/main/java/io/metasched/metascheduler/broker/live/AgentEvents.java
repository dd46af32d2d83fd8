package io.metasched.metascheduler.broker.live;

/** Listener for the agents of a broker. */
public interface AgentEvents {
  /** Receives an agent that the broker uses from now on. */
  void came(LiveAgent agent);

  /** Receives an agent that is lost with all its reservations. */
  void gone(LiveAgent agent);
}
