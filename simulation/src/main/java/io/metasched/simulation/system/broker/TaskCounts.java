package io.metasched.simulation.system.broker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How many tasks each agent has when a run is over. */
final class TaskCounts {
  private TaskCounts() {}

  /** By number of the agent, agents without tasks included. */
  static List<Long> byAgent(BrokerRun run) {
    var counts = new ArrayList<>(Collections.nCopies(run.facts().agents(), 0L));
    for (var line : run.placements()) {
      if (line.isKept() && line.agent() < counts.size()) {
        counts.set(line.agent(), counts.get(line.agent()) + 1);
      }
    }
    return counts;
  }
}
