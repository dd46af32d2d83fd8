package io.metasched.service.agent.link;

import io.metasched.service.run.Silence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An agent as the service sees it.
 *
 * @param heard when it was last heard of, by the clock of the service
 * @param offset of the clocks, once it was measured
 * @param silence why windows on its nodes may not be sold now; what was sold stays, whatever comes
 * @param remarks what an administrator should know, a line each
 */
public record AgentView(
    AgentTitle title,
    Instant heard,
    Optional<ClockOffset> offset,
    Optional<Silence> silence,
    List<String> remarks) {
  public AgentView {
    remarks = List.copyOf(remarks);
  }

  /** Whether windows on its nodes may be sold now. */
  public boolean sells() {
    return silence.isEmpty();
  }
}
