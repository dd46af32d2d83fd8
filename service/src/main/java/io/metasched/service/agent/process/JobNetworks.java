package io.metasched.service.agent.process;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Networks of the jobs of each node: {@link #HOST}, {@link #NONE}, or the path of a network
 * namespace that the administrator has created.
 *
 * @param usual network of all nodes without a network in {@code ofNodes}
 * @param ofNodes networks by node name
 * @param servicePorts ports of the machine on which no job may listen
 */
public record JobNetworks(
    String usual, SortedMap<String, String> ofNodes, Set<Integer> servicePorts) {
  /** Network of the machine. */
  public static final String HOST = "host";

  /** Private loopback interface for each run, without other interfaces. */
  public static final String NONE = "none";

  /**
   * @throws AgentException for an invalid network
   */
  public JobNetworks {
    ofNodes = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) ofNodes));
    servicePorts = Collections.unmodifiableSet(new TreeSet<>(servicePorts));
    requireNetwork("network", usual);
    ofNodes.forEach((node, network) -> requireNetwork("networks." + node, network));
  }

  private static void requireNetwork(String key, String network) {
    ExecutorSettings.require(
        network.equals(HOST) || network.equals(NONE) || network.startsWith("/"),
        key,
        "host, none or the path of a network namespace",
        network);
  }

  /** Creates networks with the same network for all nodes. */
  public static JobNetworks all(String network) {
    return new JobNetworks(network, new TreeMap<>(), Set.of());
  }

  /** Returns a copy with further ports on which no job may listen. */
  JobNetworks guarding(Collection<Integer> ports) {
    var all = new TreeSet<>(servicePorts);
    all.addAll(ports);
    return new JobNetworks(usual, ofNodes, all);
  }

  /** Returns the network of the jobs of a node. */
  String of(String node) {
    return ofNodes.getOrDefault(node, usual);
  }

  /** Returns all configured networks by configuration key. */
  SortedMap<String, String> keys() {
    var keys = new TreeMap<String, String>();
    keys.put("network", usual);
    ofNodes.forEach((node, network) -> keys.put("networks." + node, network));
    return keys;
  }

  /** Returns the weaknesses of these networks, one line each. */
  List<String> weaknesses() {
    return keys().containsValue(HOST)
        ? List.of(
            "network host: jobs can take ports of this machine; see network and service-ports in"
                + " agent.conf")
        : List.of();
  }

  /** Returns a description for a log line. */
  String describe() {
    return String.join(", ", new TreeSet<>(keys().values()));
  }
}
