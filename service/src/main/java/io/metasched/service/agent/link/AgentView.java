package io.metasched.service.agent.link;

import io.metasched.service.run.Silence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * State of an agent as seen by the service.
 *
 * @param lastMessage time of the agent's last message, by the service's clock
 * @param offset clock offset, once measured
 * @param silence reason why windows on the agent's nodes cannot be sold now; windows sold earlier
 *     stay valid
 * @param remarks remarks for an administrator, one line each
 */
public record AgentView(
    AgentTitle title,
    Instant lastMessage,
    Optional<ClockOffset> offset,
    Optional<Silence> silence,
    List<String> remarks) {
  public AgentView {
    remarks = List.copyOf(remarks);
  }

  /** Returns whether windows on the agent's nodes can be sold now. */
  public boolean sells() {
    return silence.isEmpty();
  }
}
