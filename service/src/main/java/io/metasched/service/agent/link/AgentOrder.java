package io.metasched.service.agent.link;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.SiteHold;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Order to an agent. Each order may be repeated. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentOrder.Prepare.class, name = "prepare"),
  @JsonSubTypes.Type(value = AgentOrder.Start.class, name = "start"),
  @JsonSubTypes.Type(value = AgentOrder.Cancel.class, name = "cancel"),
  @JsonSubTypes.Type(value = AgentOrder.Signal.class, name = "signal"),
  @JsonSubTypes.Type(value = AgentOrder.Acknowledge.class, name = "acknowledge"),
  @JsonSubTypes.Type(value = AgentOrder.TellAll.class, name = "tellAll"),
  @JsonSubTypes.Type(value = AgentOrder.Read.class, name = "read"),
  @JsonSubTypes.Type(value = AgentOrder.Hold.class, name = "hold"),
  @JsonSubTypes.Type(value = AgentOrder.Release.class, name = "release"),
  @JsonSubTypes.Type(value = AgentOrder.CheckHolds.class, name = "checkHolds")
})
public sealed interface AgentOrder {
  /**
   * Order to prepare a run.
   *
   * @param digest digest of the spec as sent, which the agent compares with the spec that arrived
   */
  record Prepare(RunSpec spec, String digest) implements AgentOrder {}

  /** Order to start a prepared run at an instant by the agent's clock. */
  record Start(RunId id, Instant at) implements AgentOrder {}

  /** Order to end a run, or to prevent its start. */
  record Cancel(RunId id, String cause) implements AgentOrder {}

  /** Order to send a signal to a run. */
  record Signal(RunId id, String name) implements AgentOrder {}

  /** Confirmation that the final fact of a run has been recorded. */
  record Acknowledge(RunId id) implements AgentOrder {}

  /** Order to report all facts that are not acknowledged. */
  record TellAll() implements AgentOrder {}

  /** Order to return a piece of a run's output. */
  record Read(RunId id, OutputStreamName stream, long offset, int length) implements AgentOrder {}

  /** Order about holds of the agent's site. */
  sealed interface HoldOrder extends AgentOrder {}

  /** Order to hold all parts of a job at the agent's site, or none. */
  record Hold(List<SiteHold> parts) implements HoldOrder {
    public Hold {
      parts = List.copyOf(parts);
    }
  }

  /** Order to release holds of the agent's site. */
  record Release(List<String> names) implements HoldOrder {
    public Release {
      names = List.copyOf(names);
    }
  }

  /**
   * Order to compare the holds in a range of names with the agent's site.
   *
   * @param booked all holds with names in the range that should exist
   * @param after name before the range; empty for the range of the first names
   * @param until last name of the range; empty for the range of the last names
   */
  record CheckHolds(List<SiteHold> booked, String after, String until) implements HoldOrder {
    public CheckHolds {
      booked = List.copyOf(booked);
      Objects.requireNonNull(after); // a message may lack any field
      Objects.requireNonNull(until);
    }

    /** Returns whether the ranges share names. */
    boolean overlaps(CheckHolds other) {
      return (until.isEmpty() || until.compareTo(other.after) > 0)
          && (other.until.isEmpty() || other.until.compareTo(after) > 0);
    }

    /** Returns whether a name is in the range. */
    boolean covers(String name) {
      return name.compareTo(after) > 0 && (until.isEmpty() || name.compareTo(until) <= 0);
    }
  }
}
