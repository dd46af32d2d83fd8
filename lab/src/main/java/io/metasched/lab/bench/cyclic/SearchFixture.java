package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.WindowSearches;
import io.metasched.resource.slots.SlotTable;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.experiment.VacantSlots;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Slots of an environment of the cyclic scheduling paper (section 6.1), with requests for windows
 * and prepared searches. The paper's job has a volume of 300 and a limit of 1 for each unit of
 * volume; the other requests are smaller and larger.
 */
final class SearchFixture {
  static final SearchFamily EXACT = SearchFamily.exact(WindowSearches.DEFAULT_STEP_LIMIT);
  static final String ENVIRONMENT = "cyclic-single-job";
  private static final int NODES_OF_ALL = 4000;
  private static final int MOST_ENVIRONMENTS = 10;
  private static final List<Long> VOLUME_UNITS = List.of(150L, 225L, 300L, 375L);

  private final CyclicInstance instance;
  private final Span horizon;
  private final SlotTable slots;
  private final PreparedSearch prepared = EXACT.prepared();

  /** Creates the environment with the given number of nodes and seed. */
  SearchFixture(int nodes, int seed) {
    var text =
        ScenarioReader.SCHEMA
            .packedExperiment(ENVIRONMENT)
            .with("nodes.count=" + nodes, "--nodes")
            .with("seed=" + seed, "bench");
    instance = BenchInstances.of(ScenarioReader.read(text, Policies.builtIn()));
    horizon = new Span(0, instance.rules().horizonTicks());
    slots = VacantSlots.priced(instance.environment(), horizon);
  }

  /** Returns environments of different seeds; fewer for larger numbers of nodes. */
  static List<SearchFixture> ofNodes(int nodes) {
    int environments = Math.max(1, Math.min(MOST_ENVIRONMENTS, NODES_OF_ALL / nodes));
    return IntStream.rangeClosed(1, environments)
        .mapToObj(seed -> new SearchFixture(nodes, seed))
        .toList();
  }

  SlotTable slots() {
    return slots;
  }

  PreparedSearch prepared() {
    return prepared;
  }

  /** Returns requests for windows with the given number of parts. */
  List<WindowRequest> requests(int parts) {
    var requests = new ArrayList<WindowRequest>();
    for (long volume : VOLUME_UNITS) {
      var work = Work.volume(volume * Ticks.PER_UNIT);
      long limit = parts * volume * Ticks.MILLI;
      requests.add(
          WindowRequest.of(parts, work, instance.rules().granularityTicks(), limit)
              .between(0, horizon.end()));
    }
    return requests;
  }

  /**
   * Reads once the arrays that a search reads: start and end of each slot, with the price and the
   * performance of its node. Returns a sum, which prevents the compiler from removing the reads.
   */
  long scan() {
    var offers = slots.offers();
    long sum = 0;
    for (int i = 0; i < slots.size(); i++) {
      int offer = slots.offer(i);
      int performance = offers.performance(offers.grade(offer));
      sum += (slots.end(i) - slots.start(i)) * performance + offers.priceMilli(offer);
    }
    return sum;
  }
}
