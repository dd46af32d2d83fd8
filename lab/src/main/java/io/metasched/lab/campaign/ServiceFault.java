package io.metasched.lab.campaign;

import java.util.Locale;

/**
 * ServiceFault injected into a service.
 *
 * @param pauseMillis pause before it, in milliseconds
 * @param kind kind of fault
 * @param millis its duration or amount, in milliseconds
 */
record ServiceFault(long pauseMillis, Kind kind, long millis) {
  /** Prerequisite of a fault. */
  enum Need {
    SERVICE,
    /** Disk that can be full. */
    DISK,
    /** Disk that can stall. */
    STALLABLE_DISK,
    /** PostgreSQL as the database of the book. */
    POSTGRES,
    /**
     * PostgreSQL, and no nodes on the service's machine, so that another service can run on another
     * host.
     */
    SECOND_HOST,
    AGENT;

    boolean isOfDatabases() {
      return this == POSTGRES || this == SECOND_HOST;
    }
  }

  /** Kind of fault. */
  enum Kind {
    /** kill -9 of the service. */
    KILL_SERVICE(Need.SERVICE),
    /** kill -9 of the service, and again while it restarts. */
    KILL_SERVICE_TWICE(Need.SERVICE),
    /** kill -15 of the service. */
    END_SERVICE(Need.SERVICE),
    /** SIGSTOP of the service, then SIGCONT. */
    PAUSE_SERVICE(Need.SERVICE),
    /** Reset of all connections of clients. */
    RESET_CLIENTS(Need.SERVICE),
    /** Change of the service's clock. */
    STEP_CLOCK(Need.SERVICE),
    /** Full disk of the service. */
    FILL_DISK(Need.DISK),
    /** Stalled disk of the service. */
    STALL_DISK(Need.STALLABLE_DISK),
    /** Slow disk of the service, with a delay of each write. */
    SLOW_DISK(Need.STALLABLE_DISK),
    /** kill -9 of the database's first process, followed by a restart. */
    KILL_DATABASE(Need.POSTGRES),
    /** Immediate shutdown of the database, without notice to its sessions, and restart. */
    CRASH_DATABASE(Need.POSTGRES),
    /** Fast shutdown of the database, which ends its sessions, and restart. */
    RESTART_DATABASE(Need.POSTGRES),
    /** SIGSTOP of the database, then SIGCONT. */
    PAUSE_DATABASE(Need.POSTGRES),
    /** Stalled link between service and database. */
    STALL_DATABASE_LINK(Need.POSTGRES),
    /** Reset of all connections between service and database. */
    RESET_DATABASE_LINK(Need.POSTGRES),
    /** kill -9 of the service while a second one waits for its book. */
    TAKE_OVER(Need.POSTGRES),
    /** SIGSTOP of the service until a second one has taken over its book, then SIGCONT. */
    PAUSED_TAKE_OVER(Need.SECOND_HOST),
    /** kill -9 of the agent. */
    KILL_AGENT(Need.AGENT),
    /** kill -9 of the service and the agent. */
    KILL_BOTH(Need.AGENT),
    /** SIGSTOP of the agent, then SIGCONT. */
    PAUSE_AGENT(Need.AGENT),
    /** Cut link between agent and service. */
    CUT_LINK(Need.AGENT),
    /** Stalled link between agent and service. */
    STALL_LINK(Need.AGENT),
    /** Stalled link from the service to the agent. */
    STALL_ORDERS(Need.AGENT),
    /** Stalled link from the agent to the service. */
    STALL_FACTS(Need.AGENT),
    /** Reset of all connections between agent and service. */
    RESET_LINK(Need.AGENT);

    private final Need need;

    Kind(Need need) {
      this.need = need;
    }

    Need need() {
      return need;
    }

    /** Returns the external name. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
