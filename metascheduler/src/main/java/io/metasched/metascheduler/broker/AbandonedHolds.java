package io.metasched.metascheduler.broker;

import io.metasched.resource.broker.TaskVersion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds for a broker's tasks that lost agents may still have, until the agents confirm the release.
 * Confined to one thread.
 */
final class AbandonedHolds {
  private final TreeMap<Integer, TreeSet<TaskVersion>> byAgent = new TreeMap<>();

  void add(int agent, Collection<TaskVersion> holds) {
    if (!holds.isEmpty()) {
      byAgent.computeIfAbsent(agent, each -> new TreeSet<>()).addAll(holds);
    }
  }

  void addAll(Map<Integer, List<TaskVersion>> holds) {
    holds.forEach(this::add);
  }

  /** Returns the holds that an agent must release; ascending. */
  List<TaskVersion> of(int agent) {
    return List.copyOf(byAgent.getOrDefault(agent, new TreeSet<>()));
  }

  /** Removes the holds that an agent has released. */
  void released(int agent, Collection<TaskVersion> holds) {
    var left = byAgent.get(agent);
    if (left != null) {
      holds.forEach(left::remove);
      if (left.isEmpty()) {
        byAgent.remove(agent);
      }
    }
  }

  /** Returns all holds by agent, ascending. */
  SortedMap<Integer, List<TaskVersion>> all() {
    var all = new TreeMap<Integer, List<TaskVersion>>();
    byAgent.forEach((agent, holds) -> all.put(agent, List.copyOf(holds)));
    return all;
  }
}
