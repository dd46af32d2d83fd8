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
  /** What there must be for it. */
  enum Need {
    SERVICE,
    /** A disk that can be full. */
    DISK,
    /** A disk that can stand still. */
    STALLABLE_DISK,
    /** A PostgreSQL that has the book. */
    POSTGRES,
    /** The same, and no nodes that go with the service: another one may run on another host. */
    SECOND_HOST,
    AGENT;

    boolean isOfDatabases() {
      return this == POSTGRES || this == SECOND_HOST;
    }
  }

  /** What may be done to it. */
  enum Kind {
    /** kill -9 of the service. */
    KILL_SERVICE(Need.SERVICE),
    /** The same, and once more while it starts. */
    KILL_SERVICE_TWICE(Need.SERVICE),
    /** kill -15 of the service. */
    END_SERVICE(Need.SERVICE),
    /** SIGSTOP of the service, and SIGCONT. */
    PAUSE_SERVICE(Need.SERVICE),
    /** All connections of clients are reset. */
    RESET_CLIENTS(Need.SERVICE),
    /** The clock of the service is set. */
    STEP_CLOCK(Need.SERVICE),
    /** The disk of the service is full. */
    FILL_DISK(Need.DISK),
    /** The disk of the service stands still. */
    STALL_DISK(Need.STALLABLE_DISK),
    /** The disk of the service takes long for each write. */
    SLOW_DISK(Need.STALLABLE_DISK),
    /** kill -9 of the first process of the database, which is started again. */
    KILL_DATABASE(Need.POSTGRES),
    /** The database ends at once, without a word to its sessions, and starts again. */
    CRASH_DATABASE(Need.POSTGRES),
    /** The database ends its sessions, and starts again. */
    RESTART_DATABASE(Need.POSTGRES),
    /** SIGSTOP of the database, and SIGCONT. */
    PAUSE_DATABASE(Need.POSTGRES),
    /** Nothing arrives between service and database. */
    STALL_DATABASE_LINK(Need.POSTGRES),
    /** All connections between service and database are reset. */
    RESET_DATABASE_LINK(Need.POSTGRES),
    /** kill -9 of the service while a second one waits for its book. */
    TAKE_OVER(Need.POSTGRES),
    /** SIGSTOP of the service until a second one has taken its book, and SIGCONT. */
    PAUSED_TAKE_OVER(Need.SECOND_HOST),
    /** kill -9 of the agent. */
    KILL_AGENT(Need.AGENT),
    /** kill -9 of both. */
    KILL_BOTH(Need.AGENT),
    /** SIGSTOP of the agent, and SIGCONT. */
    PAUSE_AGENT(Need.AGENT),
    /** No connection between agent and service. */
    CUT_LINK(Need.AGENT),
    /** Nothing arrives between agent and service. */
    STALL_LINK(Need.AGENT),
    /** What the service says does not arrive at the agent. */
    STALL_ORDERS(Need.AGENT),
    /** What the agent says does not arrive at the service. */
    STALL_FACTS(Need.AGENT),
    /** All connections between agent and service are reset. */
    RESET_LINK(Need.AGENT);

    private final Need need;

    Kind(Need need) {
      this.need = need;
    }

    Need need() {
      return need;
    }

    /** Its name for users. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
