package io.metasched.service.campaign;

import java.util.Locale;

/**
 * What is done to a service.
 *
 * @param pauseMillis before it
 * @param kind of it
 * @param millis how long it lasts, or by how much
 */
record Fault(long pauseMillis, Kind kind, long millis) {
  /** What may be done to it. */
  enum Kind {
    /** kill -9 of the service. */
    KILL_SERVICE,
    /** The same, and once more while it starts. */
    KILL_SERVICE_TWICE,
    /** kill -15 of the service. */
    END_SERVICE,
    /** SIGSTOP of the service, and SIGCONT. */
    PAUSE_SERVICE,
    /** All connections of clients are reset. */
    RESET_CLIENTS,
    /** The clock of the service is set. */
    STEP_CLOCK,
    /** The disk of the service is full. */
    FILL_DISK,
    /** kill -9 of the agent. */
    KILL_AGENT,
    /** kill -9 of both. */
    KILL_BOTH,
    /** SIGSTOP of the agent, and SIGCONT. */
    PAUSE_AGENT,
    /** No connection between agent and service. */
    CUT_LINK,
    /** Nothing arrives between agent and service. */
    STALL_LINK,
    /** What the service says does not arrive at the agent. */
    STALL_ORDERS,
    /** What the agent says does not arrive at the service. */
    STALL_FACTS,
    /** All connections between agent and service are reset. */
    RESET_LINK;

    boolean needsAgent() {
      return compareTo(KILL_AGENT) >= 0;
    }

    /** Its name for users. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
