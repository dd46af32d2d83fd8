package io.metasched.simulation.system.broker.metric;

import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Number of tasks of each agent at the end of a run. */
final class TaskCounts {
  private TaskCounts() {}

  /** Returns the counts by number of the agent, including agents without tasks. */
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
