package io.metasched.lab.campaign;

import io.metasched.metascheduler.model.EnumLabel;

/**
 * Fault injected into a service.
 *
 * @param pauseMillis pause before it, in milliseconds
 * @param kind kind of fault
 * @param millis its duration or amount, in milliseconds
 */
public record ServiceFault(long pauseMillis, Kind kind, long millis) {
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
    AGENT,
    /** Site with a simulated Slurm. */
    SITE;

    boolean isOfDatabases() {
      return this == POSTGRES || this == SECOND_HOST;
    }
  }

  public enum Kind {
    KILL_SERVICE(Need.SERVICE, "kill -9 of the service, and its restart"),
    KILL_SERVICE_TWICE(Need.SERVICE, "kill -9 of the service, and again while it restarts"),
    END_SERVICE(Need.SERVICE, "SIGTERM to the service, and its restart"),
    PAUSE_SERVICE(Need.SERVICE, "SIGSTOP of the service, SIGCONT after 0.2 to 3.2 s"),
    RESET_CLIENTS(Need.SERVICE, "reset of all connections of clients, by a proxy"),
    STEP_CLOCK(
        Need.SERVICE, "step of up to 3 s of the clock of the service, but not of agents and runs"),
    FILL_DISK(
        Need.DISK,
        "full disk: a mounted image of 128 MiB, or a tmpfs, under event store, PostgreSQL and"
            + " runs"),
    STALL_DISK(Need.STALLABLE_DISK, "`fsfreeze` of the image for 0.2 to 3.2 s"),
    SLOW_DISK(Need.STALLABLE_DISK, "`fsfreeze` of the image for up to 0.2 s at each write"),
    KILL_DATABASE(Need.POSTGRES, "kill -9 of PostgreSQL, and its restart"),
    CRASH_DATABASE(
        Need.POSTGRES,
        "immediate shutdown of PostgreSQL, without notice to its sessions, and its restart"),
    RESTART_DATABASE(
        Need.POSTGRES, "fast shutdown of PostgreSQL, which ends its sessions, and its restart"),
    PAUSE_DATABASE(Need.POSTGRES, "SIGSTOP of PostgreSQL, SIGCONT after 0.2 to 3.2 s"),
    STALL_DATABASE_LINK(Need.POSTGRES, "stalled link between service and PostgreSQL, by a proxy"),
    RESET_DATABASE_LINK(
        Need.POSTGRES, "reset of all connections between service and PostgreSQL, by a proxy"),
    TAKE_OVER(Need.POSTGRES, "kill -9 of the service while a second one waits for the event store"),
    PAUSED_TAKE_OVER(
        Need.SECOND_HOST,
        "SIGSTOP of the service until a second one has taken over, then SIGCONT, after which it"
            + " must end; only if all nodes belong to an agent"),
    KILL_AGENT(Need.AGENT, "kill -9 of the agent, and its restart"),
    KILL_BOTH(Need.AGENT, "kill -9 of the service and the agent, and their restart"),
    PAUSE_AGENT(Need.AGENT, "SIGSTOP of the agent, SIGCONT after 0.2 to 3.2 s"),
    CUT_LINK(Need.AGENT, "cut link between agent and service, by a proxy"),
    STALL_LINK(Need.AGENT, "stalled link between agent and service, by a proxy"),
    STALL_ORDERS(Need.AGENT, "stalled link from the service to the agent, by a proxy"),
    STALL_FACTS(Need.AGENT, "stalled link from the agent to the service, by a proxy"),
    RESET_LINK(Need.AGENT, "reset of all connections between agent and service, by a proxy"),
    FAIL_COMMANDS(
        Need.SITE,
        "half of an agent's commands to its site are lost, late, executed twice, not answered or"
            + " forgotten, or follow a maintenance, for 0.2 to 3.2 s"),
    SLOW_SITE(Need.SITE, "answers of a site that are 0.2 to 3.2 s late"),
    RESTART_SITE(Need.SITE, "restart of a site's controller, which forgets 0.2 to 3.2 s"),
    MAINTAIN_NODE(Need.SITE, "maintenance over a reservation for the service, by its site"),
    DRAIN_NODE(Need.SITE, "drain of a node by its site, for 0.2 to 3.2 s"),
    FAIL_NODE(Need.SITE, "failure of a node of a site, for 0.2 to 3.2 s"),
    DELETE_RESERVATION(
        Need.SITE,
        "end of a reservation for the service and its jobs, or of one of these jobs, by its site");

    private final Need need;
    private final String meaning;

    Kind(Need need, String meaning) {
      this.need = need;
      this.meaning = meaning;
    }

    Need need() {
      return need;
    }

    /** Returns the action of the fault, for the docs. */
    public String meaning() {
      return meaning;
    }

    /** Returns the external name. */
    public String label() {
      return EnumLabel.of(this);
    }
  }
}
