package io.metasched.service.agent.link;

import io.metasched.service.run.InputFile;
import io.metasched.service.run.RunSpec;
import java.util.List;
import java.util.Optional;

/**
 * How an agent introduces itself.
 *
 * @param id of its folder, drawn once: a restarted agent has the same, another agent another
 * @param domain whose machine it is on
 * @param nodes what it offers
 * @param isolation by which means it keeps runs apart, in one line
 * @param weaknesses what is weaker there than it could be, a line each
 * @param protocol version of the orders that it takes, {@link #PROTOCOL} or another; 0 of agents
 *     that do not send it
 */
public record AgentTitle(
    String id,
    String domain,
    List<OfferedNode> nodes,
    String isolation,
    List<String> weaknesses,
    int protocol) {
  /** Version of the orders of this program: since 1, runs have input in base64 and chdir. */
  static final int PROTOCOL = 1;

  public AgentTitle {
    nodes = List.copyOf(nodes);
    weaknesses = List.copyOf(weaknesses);
  }

  /** Creates the title of an agent of this program. */
  public AgentTitle(
      String id,
      String domain,
      List<OfferedNode> nodes,
      String isolation,
      List<String> weaknesses) {
    this(id, domain, nodes, isolation, weaknesses, PROTOCOL);
  }

  /** Whether the agent is of an earlier version than this program. */
  boolean isEarlier() {
    return protocol < PROTOCOL;
  }

  /** Returns why the agent does not take a run, if its version has not all that the run needs. */
  Optional<String> refusal(RunSpec spec) {
    boolean hasBytes = spec.input().stream().anyMatch(InputFile::base64);
    if (protocol >= 1 || (!hasBytes && spec.chdir().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        "the agent of %s is of an earlier version without %s: upgrade it"
            .formatted(domain, hasBytes ? "input in base64" : "run.chdir"));
  }
}
