package io.metasched.service.agent.link;

import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Identity and description of an agent.
 *
 * @param id id of the agent's folder, generated once; it survives a restart and differs between
 *     agents
 * @param domain domain of the agent's machine
 * @param nodes nodes that the agent offers
 * @param isolation means by which the agent isolates runs, in one line
 * @param weaknesses weaknesses of this isolation, one line each
 * @param protocol version of the orders that the agent accepts, {@link #PROTOCOL} or another; 0 if
 *     the agent sends no version
 * @param site description of the resource manager that owns the nodes and whose calendar the agent
 *     sends; empty if the agent owns the nodes
 */
public record AgentTitle(
    String id,
    String domain,
    List<OfferedNode> nodes,
    String isolation,
    List<String> weaknesses,
    int protocol,
    Optional<SiteTitle> site) {
  /** Order version of this program. Since version 1, runs have base64 input and chdir. */
  static final int PROTOCOL = 1;

  public AgentTitle {
    Objects.requireNonNull(id); // a message may lack any field
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
    this(id, domain, nodes, isolation, weaknesses, PROTOCOL, Optional.empty());
  }

  /**
   * Creates the title of an agent of a site.
   *
   * @param weaknesses weaknesses of the isolation of runs at the site, one line each
   */
  public static AgentTitle ofSite(
      String id, String domain, List<OfferedNode> nodes, SiteTitle site, List<String> weaknesses) {
    var isolation =
        (site.sells() ? "as in " : "none, because it only observes ") + site.description();
    return new AgentTitle(id, domain, nodes, isolation, weaknesses, PROTOCOL, Optional.of(site));
  }

  /** Returns a copy of this title without some nodes. */
  AgentTitle without(Collection<String> names) {
    var left = nodes.stream().filter(node -> !names.contains(node.name())).toList();
    return new AgentTitle(id, domain, left, isolation, weaknesses, protocol, site);
  }

  /** Returns whether the agent is of an earlier version than this program. */
  boolean isEarlier() {
    return protocol < PROTOCOL;
  }

  /**
   * Returns the reason why the agent rejects a run, if the agent's version lacks a feature that the
   * run needs.
   */
  Optional<String> refusal(RunSpec spec) {
    boolean hasBytes = spec.input().stream().anyMatch(StagedFile::base64);
    if (protocol >= 1 || (!hasBytes && spec.chdir().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        "the agent of %s is of an earlier version without %s: upgrade it"
            .formatted(domain, hasBytes ? "input in base64" : "run.chdir"));
  }
}
