package io.metasched.service.agent.link;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.site.SiteName;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Node file of an agent, written by its administrator: {@code nodes = [{name = n1, performance = 2,
 * price = "0.5", properties = [ssd]}]}. A node may have another name at its site: {@code at-site =
 * cn17}.
 *
 * @param nodes nodes in the order of the file
 * @param namesAtSite name of each node at the site, by the node's name in the file
 */
public record NodesFile(List<OfferedNode> nodes, SortedMap<String, String> namesAtSite) {
  private static final int MOST = 1000;
  private static final int PLACES = 3;
  private static final List<String> KEYS =
      List.of("name", "performance", "price", "properties", "at-site");

  public NodesFile {
    nodes = List.copyOf(nodes);
    namesAtSite = Collections.unmodifiableSortedMap(new TreeMap<>(namesAtSite));
  }

  /**
   * Reads a file.
   *
   * @throws AgentException for any invalid content, with a one-line message
   */
  public static NodesFile read(Path file) {
    try {
      var strict = ConfigParseOptions.defaults().setAllowMissing(false);
      var content = ConfigFactory.parseFile(file.toFile(), strict).resolve();
      for (var entry : content.root().entrySet()) {
        if (!entry.getKey().equals("nodes")) {
          int line = entry.getValue().origin().lineNumber();
          throw new AgentException(
              "%s:%d: unknown key '%s'; known is nodes".formatted(file, line, entry.getKey()));
        }
      }
      var entries = content.getConfigList("nodes");
      if (entries.isEmpty() || entries.size() > MOST) {
        throw new AgentException(
            "%s: nodes: allowed are 1 to %d, given were %d".formatted(file, MOST, entries.size()));
      }
      var names = new TreeSet<String>();
      var nodes = new ArrayList<OfferedNode>();
      var namesAtSite = new TreeMap<String, String>();
      for (var entry : entries) {
        var node = node(file, entry);
        if (!names.add(node.name())) {
          throw new AgentException(
              "%s: there are two nodes named %s".formatted(at(file, entry), node.name()));
        }
        nodes.add(node);
        namesAtSite.put(node.name(), nameAtSite(file, entry, node));
      }
      requireDistinct(file, namesAtSite);
      return new NodesFile(nodes, namesAtSite);
    } catch (ConfigException e) {
      var what = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      throw new AgentException(
          what.contains(file.toString()) ? what : "%s: %s".formatted(file, what));
    }
  }

  private static OfferedNode node(Path file, Config entry) {
    for (var key : entry.root().keySet()) {
      if (!KEYS.contains(key)) {
        throw new AgentException(
            "%s: allowed is one of %s, given was '%s'"
                .formatted(at(file, entry), String.join(", ", KEYS), key));
      }
    }
    try {
      return new OfferedNode(
          entry.getString("name"),
          entry.hasPath("performance") ? entry.getInt("performance") : 1,
          entry.hasPath("price") ? milli(entry.getString("price")) : 1000,
          entry.hasPath("properties") ? entry.getStringList("properties") : List.of());
    } catch (IllegalArgumentException e) {
      throw new AgentException("%s: %s".formatted(at(file, entry), e.getMessage()));
    }
  }

  private static String nameAtSite(Path file, Config entry, OfferedNode node) {
    var name = entry.hasPath("at-site") ? entry.getString("at-site") : node.name();
    if (!SiteName.isAllowed(name)) {
      throw new AgentException(
          "%s: at-site: allowed are 1 to 255 letters, digits, dots, dashes and underscores, given was '%s'"
              .formatted(at(file, entry), name));
    }
    return name;
  }

  private static void requireDistinct(Path file, SortedMap<String, String> namesAtSite) {
    var names = new TreeSet<String>();
    for (var name : namesAtSite.values()) {
      if (!names.add(name)) {
        throw new AgentException("%s: two nodes are %s at the site".formatted(file, name));
      }
    }
  }

  private static long milli(String price) {
    try {
      return new BigDecimal(price).movePointRight(PLACES).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "price: allowed is a number with at most %d places, given was '%s'"
              .formatted(PLACES, price));
    }
  }

  private static String at(Path file, Config entry) {
    return "%s:%d".formatted(file, entry.origin().lineNumber());
  }
}
