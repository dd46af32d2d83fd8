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
 * The domains there are, and which node lies in which.
 *
 * @param refs the domains by number
 * @param nodes all their nodes by id, which are 0, 1, 2 and so on
 */
public record Domains(SortedMap<Integer, ActorRef<Domain.Command>> refs, List<Node> nodes) {
  public Domains {
    refs = Collections.unmodifiableSortedMap(new TreeMap<>(refs));
    nodes = List.copyOf(nodes);
  }

  /** The domain of that number. */
  public ActorRef<Domain.Command> at(int domain) {
    return Objects.requireNonNull(refs.get(domain), () -> "there is no domain " + domain);
  }

  /** The domain in which a node lies. */
  public int domainOf(int node) {
    return nodes.get(node).domain();
  }

  /** The parts of a window by domain. */
  SortedMap<Integer, List<Part>> byDomain(Window window) {
    var parts = new TreeMap<Integer, List<Part>>();
    for (var part : window.parts()) {
      parts.computeIfAbsent(domainOf(part.node()), d -> new ArrayList<>()).add(part);
    }
    return parts;
  }
}
