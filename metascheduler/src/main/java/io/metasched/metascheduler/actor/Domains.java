package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Domains of an environment, and the domain of each node.
 *
 * @param refs the domains by number
 * @param nodes all nodes of the domains, by their ids 0, 1, 2 and so on; a view, not a copy,
 *     because the list may create nodes on first access
 * @param transport transport of commands to several domains
 */
public record Domains(
    SortedMap<Integer, ActorRef<Domain.Command>> refs,
    List<Node> nodes,
    CommandTransport transport) {

  /** Transport of commands to several domains at once. */
  @FunctionalInterface
  public interface CommandTransport {
    /**
     * Sends commands to domains.
     *
     * @param commands commands by domain; commands with an answer name {@code replyTo}
     */
    void send(
        SortedMap<Integer, ? extends Domain.Command> commands, ActorRef<Domain.Reply> replyTo);
  }

  public Domains {
    refs = Collections.unmodifiableSortedMap(new TreeMap<>(refs));
    nodes = Collections.unmodifiableList(nodes);
  }

  /** Creates domains that each receive their commands separately. */
  public Domains(SortedMap<Integer, ActorRef<Domain.Command>> refs, List<Node> nodes) {
    this(refs, nodes, (commands, replyTo) -> commands.forEach((to, c) -> at(refs, to).tell(c)));
  }

  /** Returns the domain with a number. */
  public ActorRef<Domain.Command> at(int domain) {
    return at(refs, domain);
  }

  private static ActorRef<Domain.Command> at(
      SortedMap<Integer, ActorRef<Domain.Command>> refs, int domain) {
    return Objects.requireNonNull(refs.get(domain), () -> "there is no domain " + domain);
  }

  /** Returns the number of the domain of a node. */
  public int domainOf(int node) {
    return nodes.get(node).domain();
  }

  /** Returns the parts of a window by domain. */
  public SortedMap<Integer, List<Part>> byDomain(Window window) {
    var parts = new TreeMap<Integer, List<Part>>();
    for (var part : window.parts()) {
      parts.computeIfAbsent(domainOf(part.node()), d -> new ArrayList<>()).add(part);
    }
    return parts;
  }
}
