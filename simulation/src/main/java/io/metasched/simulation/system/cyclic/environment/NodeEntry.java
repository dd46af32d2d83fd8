package io.metasched.simulation.system.cyclic.environment;

import static io.metasched.simulation.input.InputColumn.optional;
import static io.metasched.simulation.input.InputColumn.required;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Properties;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.input.InputColumn;
import io.metasched.simulation.input.InputFormat;
import io.metasched.simulation.input.InputRow;
import io.metasched.simulation.input.InputType;
import io.metasched.simulation.rows.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Node in a file of nodes.
 *
 * @param name name, or number
 * @param domain name or number of its site
 * @param performance volume executed per unit of time
 * @param priceMilli list price; empty if the price policy of its domain determines it
 * @param powerMilli power of a running part; empty for the power of generated nodes
 * @param properties values by property, as in the file
 */
public record NodeEntry(
    String name,
    String domain,
    int performance,
    Optional<Long> priceMilli,
    Optional<Long> powerMilli,
    SortedMap<String, String> properties) {
  /** Maximum number of nodes of an environment. */
  public static final int MOST = 2_000_000;

  private static final long MOST_PRICE = 1_000_000_000_000L * Ticks.MILLI;
  private static final String YES = "yes";

  private static final InputColumn<NodeEntry, String> NAME =
      required("id", InputType.NAMED, Unit.NONE, "name of the node; unique", NodeEntry::name);
  private static final InputColumn<NodeEntry, String> DOMAIN =
      required(
          "domain",
          InputType.NAMED,
          Unit.NONE,
          "site of the node, which is its owner",
          NodeEntry::domain);
  private static final InputColumn<NodeEntry, Integer> PERFORMANCE =
      required(
          "performance",
          InputType.whole(1, 1_000_000),
          Unit.NONE,
          "volume executed per unit of time",
          NodeEntry::performance);
  private static final InputColumn<NodeEntry, Long> PRICE =
      optional(
          "price",
          InputType.decimal(0, MOST_PRICE),
          Unit.PRICE,
          "list price; empty: set by the price policy of its domain",
          NodeEntry::priceMilli);
  private static final InputColumn<NodeEntry, Long> POWER =
      optional(
          "power",
          InputType.decimal(0, MOST_PRICE),
          Unit.NONE,
          "power that a running part draws; empty: `nodes.power` times the performance",
          NodeEntry::powerMilli);

  /** Format of a file of nodes; columns not listed are properties. */
  public static final InputFormat<NodeEntry> FORMAT =
      new InputFormat<>(
          "nodes",
          MOST,
          List.of(NAME, DOMAIN, PERFORMANCE, PRICE, POWER),
          NodeEntry::of,
          Optional.of(NodeEntry::properties));

  public NodeEntry {
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
  }

  private static Optional<NodeEntry> of(InputRow<NodeEntry> row) {
    boolean sound = true;
    for (var property : row.others().entrySet()) {
      try {
        Properties.of(property.getKey(), property.getValue());
      } catch (IllegalArgumentException e) {
        row.fault(property.getKey(), "yes, no, " + e.getMessage(), property.getValue());
        sound = false;
      }
    }
    var entry =
        new NodeEntry(
            row.get(NAME),
            row.get(DOMAIN),
            row.get(PERFORMANCE),
            row.optional(PRICE),
            row.optional(POWER),
            row.others());
    return sound ? Optional.of(entry) : Optional.empty();
  }

  /** Creates the entry of an existing node. */
  static NodeEntry of(Node node, ResourceNames names) {
    var properties = new TreeMap<String, String>();
    for (var property : node.properties()) {
      int equals = property.indexOf('=');
      properties.put(
          equals < 0 ? property : property.substring(0, equals),
          equals < 0 ? YES : property.substring(equals + 1));
    }
    return new NodeEntry(
        names.nodes().label(node.id()),
        names.domains().label(node.domain()),
        node.performance(),
        Optional.of(node.priceMilli()),
        Optional.of(node.powerMilli()),
        properties);
  }

  /** Returns the properties in the form used by nodes. */
  List<String> propertyTexts() {
    var texts = new ArrayList<String>();
    properties.forEach((name, value) -> Properties.of(name, value).ifPresent(texts::add));
    return texts;
  }
}
