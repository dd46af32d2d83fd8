package io.metasched.service.agent.link;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import java.time.Instant;

/** What an agent is to do; each may be repeated. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentOrder.Prepare.class, name = "prepare"),
  @JsonSubTypes.Type(value = AgentOrder.Start.class, name = "start"),
  @JsonSubTypes.Type(value = AgentOrder.Cancel.class, name = "cancel"),
  @JsonSubTypes.Type(value = AgentOrder.Signal.class, name = "signal"),
  @JsonSubTypes.Type(value = AgentOrder.Acknowledge.class, name = "acknowledge"),
  @JsonSubTypes.Type(value = AgentOrder.TellAll.class, name = "tellAll"),
  @JsonSubTypes.Type(value = AgentOrder.Read.class, name = "read")
})
public sealed interface AgentOrder {
  /**
   * Make all ready for a run.
   *
   * @param digest of the spec, by which what has arrived is compared with what was sent
   */
  record Prepare(RunSpec spec, String digest) implements AgentOrder {}

  /** Start a run that is ready, at an instant by the clock of the agent. */
  record Start(RunId id, Instant at) implements AgentOrder {}

  /** End a run, or never start it. */
  record Cancel(RunId id, String cause) implements AgentOrder {}

  /** Send a signal to a run. */
  record Signal(RunId id, String name) implements AgentOrder {}

  /** The final fact of a run has been written down. */
  record Acknowledge(RunId id) implements AgentOrder {}

  /** Say all facts that are not acknowledged. */
  record TellAll() implements AgentOrder {}

  /** Say what a run has written. */
  record Read(RunId id, OutputStreamName stream, long offset, int length) implements AgentOrder {}
}
