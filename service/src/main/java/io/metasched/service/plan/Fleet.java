package io.metasched.service.plan;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.service.book.FleetNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/** All nodes, with the numbers used by the scheduler. Immutable. */
public final class Fleet {
  private final List<FleetNode> nodes;
  private final List<Node> numbered = new ArrayList<>();
  private final List<String> domains;
  private final TreeMap<String, Integer> numbers = new TreeMap<>();

  /**
   * Numbers nodes in the given order, and their domains in the order of names. Each node also gets
   * the properties {@code node=NAME} and {@code domain=NAME}, so that jobs can require them.
   *
   * @throws IllegalArgumentException for two nodes with the same name
   */
  public Fleet(List<FleetNode> nodes) {
    this.nodes = List.copyOf(nodes);
    var names = new TreeSet<String>();
    nodes.forEach(node -> names.add(node.domain()));
    domains = List.copyOf(names);
    for (var node : nodes) {
      if (numbers.put(node.name(), numbered.size()) != null) {
        throw new IllegalArgumentException("there are two nodes named " + node.name());
      }
      var properties = new ArrayList<>(node.properties());
      properties.add("domain=" + node.domain());
      properties.add("node=" + node.name());
      properties.add(AcceptedSites.KEEPS_ALL);
      numbered.add(
          new Node(
              numbered.size(),
              domains.indexOf(node.domain()),
              node.performance(),
              node.priceMilli(),
              0,
              properties));
    }
  }

  /** Returns the nodes in the given order. */
  public List<FleetNode> nodes() {
    return nodes;
  }

  /** Returns the nodes as passed to the scheduler. */
  public List<Node> numbered() {
    return Collections.unmodifiableList(numbered);
  }

  /** Returns the names of domains, by number. */
  public List<String> domains() {
    return domains;
  }

  public OptionalInt number(String name) {
    var number = numbers.get(name);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  public String name(int number) {
    return Objects.requireNonNull(nodes.get(number)).name();
  }

  /** Returns the names of the nodes of a window, in the order of its parts. */
  public List<String> names(Window window) {
    return window.parts().stream().map(part -> name(part.node())).toList();
  }

  /**
   * Returns a window in which the named nodes have the numbers of this fleet; empty if a node is
   * missing.
   */
  public Optional<Window> window(Window old, List<String> names) {
    var parts = new ArrayList<Part>();
    for (int i = 0; i < names.size(); i++) {
      var number = number(names.get(i));
      if (number.isEmpty()) {
        return Optional.empty();
      }
      var part = old.parts().get(i);
      parts.add(
          new Part(
              number.getAsInt(),
              part.span(),
              part.priceMilli(),
              part.costMilli(),
              part.energyMilli()));
    }
    return Optional.of(new Window(parts));
  }
}
