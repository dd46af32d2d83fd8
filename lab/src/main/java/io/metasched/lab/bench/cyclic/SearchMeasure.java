package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.StoppingRule;
import io.metasched.lab.bench.cyclic.ActorsBenchSize.Spread;
import io.metasched.lab.bench.cyclic.ActorsFixture.Session;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.DistributedSlotView;
import io.metasched.resource.fanout.DomainLink;
import io.metasched.resource.fanout.SlotQueryResult;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Measurement of searches distributed over domains through actors, each compared with the same
 * search in one table of all slots.
 *
 * <p>Every search has its own view, so that it starts without prior results, and the domains never
 * answer with whole lists. There are more requests than a domain caches.
 */
final class SearchMeasure {
  private static final int REQUESTS = 500;
  private static final int LEAST_SEARCHES = 20;
  private static final int MOST_OPENED = 200; // domains cache each session
  private static final int STEP_LIMIT = 200_000;

  private final StoppingRule rule;
  private final Spread spread;
  private final List<Asked> requests;
  private final List<Node> nodes;
  private final CyclicInstance instance;
  private final Span horizon;
  private final SearchFamily search = SearchFamily.exact(STEP_LIMIT);
  private final List<String> faults;

  private record Asked(WindowRequest request, Criterion criterion) {}

  /**
   * Prepares an environment.
   *
   * @param faults receives differences between the searches
   */
  SearchMeasure(ActorsBenchSize size, Spread spread, List<String> faults) {
    rule = size.rule();
    this.faults = faults;
    this.spread = spread;
    var text =
        size.scenario()
            .with("nodes.count=" + spread.nodes(), "--nodes")
            .with("nodes.domains=" + spread.domains(), "--domains")
            .with("jobs.per-cycle=" + REQUESTS, "bench")
            .with("time.cycles=1", "bench");
    instance = BenchInstances.of(ScenarioReader.read(text, Policies.builtIn()));
    nodes = instance.environment().nodes();
    var rules = instance.rules();
    horizon = new Span(rules.planningTicks(), rules.horizonTicks() * 5 / 3); // 5 slots per node
    requests =
        instance.workload().jobs().stream()
            .map(j -> j.job())
            .map(j -> new Asked(j.request(horizon, rules.granularityTicks()), j.criterion()))
            .toList();
  }

  /** Measures with each number of spare parts: all criteria together, then one by one. */
  List<SearchRow> rows() {
    var settings = MetaschedulerSettings.load();
    var domains = DomainSettings.load().withoutWholeLists();
    var rows = new ArrayList<SearchRow>();
    try (var stage = new ActorsFixture(instance.environment(), horizon, domains, settings)) {
      var opening = openings(stage);
      var merged = merged(stage);
      for (int spare : List.of(0, settings.spareParts())) {
        rows.addAll(searches(stage, merged, spare, opening));
      }
    }
    return rows;
  }

  private Histogram openings(ActorsFixture stage) {
    var times = new Histogram(3);
    int warm = LEAST_SEARCHES;
    long begun = System.nanoTime();
    for (int i = 0; i < MOST_OPENED; i++) {
      long at = System.nanoTime();
      if (i >= 2 * warm && rule.isEnough(i, at - begun)) {
        break;
      }
      stage.close(stage.open());
      if (i >= warm) {
        times.recordValue(System.nanoTime() - at);
      }
    }
    return times;
  }

  private SlotTable merged(ActorsFixture stage) {
    var session = stage.open();
    var all = new DistributedSlotView(session.link(), nodes, List.of(), 0).whole();
    stage.close(session);
    return all;
  }

  private List<SearchRow> searches(
      ActorsFixture stage, SlotTable merged, int spare, Histogram opening) {
    var session = stage.open();
    try {
      var link = new CountingLink(session.link());
      var fresh = new DistributedSlotView(link, nodes, List.of(), spare);
      measure(fresh, link, merged); // warm-up
      var timings = measure(fresh, link, merged);
      return rows(session, spare, opening, timings);
    } finally {
      stage.close(session);
    }
  }

  private List<SearchRow> rows(
      Session session, int spare, Histogram opening, EnumMap<Criterion, SearchTiming> timings) {
    var all = new SearchTiming();
    timings.values().forEach(all::add);
    var rows = new ArrayList<SearchRow>();
    rows.add(SearchRow.of(spread, session.slots(), spare, SearchRow.MIXED, all, opening));
    timings.forEach(
        (criterion, timing) ->
            rows.add(
                SearchRow.of(spread, session.slots(), spare, criterion.label(), timing, opening)));
    return rows;
  }

  private EnumMap<Criterion, SearchTiming> measure(
      DistributedSlotView fresh, CountingLink link, SlotTable merged) {
    var timings = new EnumMap<Criterion, SearchTiming>(Criterion.class);
    long begun = System.nanoTime();
    for (int i = 0; i < LEAST_SEARCHES || !rule.isEnough(i, System.nanoTime() - begun); i++) {
      var asked = requests.get(i % requests.size());
      link.shipped = 0;
      long start = System.nanoTime();
      var found = search.find(fresh.copy(), asked.request(), asked.criterion());
      long between = System.nanoTime();
      var there = search.find(merged, asked.request(), asked.criterion());
      long end = System.nanoTime();
      timings
          .computeIfAbsent(asked.criterion(), c -> new SearchTiming())
          .add(between - start, end - between, link.shipped);
      if (!found.equals(there)) {
        var words = "%d nodes in %d domains, %s: the domains find %s, one table %s";
        faults.add(words.formatted(spread.nodes(), spread.domains(), asked, found, there));
        break;
      }
    }
    return timings;
  }

  /** Domain link that counts the slots in the answers. */
  private static final class CountingLink implements DomainLink {
    private final DomainLink link;
    private long shipped;

    CountingLink(DomainLink link) {
      this.link = link;
    }

    @Override
    public List<SlotQueryResult> ask(List<Addressed> questions) {
      var answers = link.ask(questions);
      answers.forEach(answer -> shipped += answer.slots().size());
      return answers;
    }
  }
}
