package io.metasched.service.agent.link;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An agent as the service sees it.
 *
 * @param heard when it was last heard of, by the clock of the service
 * @param offset of the clocks, once it was measured
 * @param sells whether windows on its nodes may be sold now; what was sold stays, whatever is heard
 * @param remarks what an administrator should know, a line each
 */
public record AgentView(
    AgentTitle title,
    Instant heard,
    Optional<ClockOffset> offset,
    boolean sells,
    List<String> remarks) {
  public AgentView {
    remarks = List.copyOf(remarks);
  }
}
