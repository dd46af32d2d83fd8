package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.slots.SlotTable;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.UnsoundScheduleException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.rule.WindowFeasibility;
import java.util.Comparator;
import java.util.List;

/**
 * The single job of the cyclic scheduling paper (section 6.1) in an environment: 5 nodes for 150
 * units of time on the slowest node, for at most 1500.
 */
final class SingleJob {
  private static final int NODES = 5;
  private static final long VOLUME_UNITS = 300;
  private static final long COST_LIMIT_UNITS = 1500;

  private final List<Node> nodes; // by id
  private final WindowRequest request;
  private final SlotTable slots;
  private final WindowFeasibility independent;

  private SingleJob(CyclicInstance instance) {
    nodes = instance.environment().nodes();
    var horizon = new Span(0, instance.rules().horizonTicks());
    request =
        WindowRequest.of(
                NODES,
                Work.volume(VOLUME_UNITS * Ticks.PER_UNIT),
                instance.rules().granularityTicks(),
                COST_LIMIT_UNITS * Ticks.PER_UNIT)
            .between(0, horizon.end());
    slots = VacantSlots.priced(instance.environment(), horizon);
    independent = new WindowFeasibility(request, instance.environment(), horizon);
  }

  /** Creates the job in its own environment. */
  static SingleJob of(Scenario scenario, Replication replication) {
    return new SingleJob(BatchCycle.of(scenario, replication).instance());
  }

  /**
   * Returns the window of the job on the nodes with the highest prices, regardless of its limit.
   */
  Window mostExpensive() {
    return new Window(
        nodes.stream()
            .sorted(Comparator.comparingLong(Node::priceMilli).reversed())
            .limit(NODES)
            .map(node -> Part.on(node, 0, request.lengthTicks(node), node.priceMilli()))
            .toList());
  }

  /** Returns the share of a window's parts on nodes with the highest performance. */
  double fastest(Window window) {
    int most = nodes.stream().mapToInt(Node::performance).max().orElseThrow();
    long count =
        window.parts().stream()
            .filter(part -> nodes.get(part.node()).performance() == most)
            .count();
    return (double) count / window.parts().size();
  }

  SlotTable slots() {
    return slots;
  }

  WindowRequest request() {
    return request;
  }

  /** Returns the window that a search finds, or none. */
  List<Window> find(WindowSearch search) {
    return search.find(slots, request).window().stream().toList();
  }

  /** Returns the disjoint windows found by the search of a family for the earliest start (CSA). */
  List<Window> findAll(SearchFamily family) {
    return family.alternatives(slots, request);
  }

  /**
   * Checks windows individually.
   *
   * @throws UnsoundScheduleException if the checker finds a window impossible
   */
  void check(List<Window> windows, Replication replication, Observations observations) {
    for (var window : windows) {
      var violations = independent.check(window);
      if (!violations.isEmpty()) {
        throw new UnsoundScheduleException("single job", replication.number(), violations);
      }
      observations.scheduleChecked();
    }
  }
}
