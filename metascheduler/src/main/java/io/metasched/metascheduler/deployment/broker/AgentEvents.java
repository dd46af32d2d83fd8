package io.metasched.metascheduler.deployment.broker;

/** Is notified of the agents of a broker. */
public interface AgentEvents {
  /** The broker uses this agent from now on. */
  void came(LiveAgent agent);

  /** The agent is not there any more, with all it has reserved. */
  void gone(LiveAgent agent);
}
