package io.metasched.service.metrics;

import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.PartRecord.Stage;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.NodeOccupancy;
import io.metasched.service.run.Machine;
import io.metasched.service.run.Silence;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Gauges of the current state, computed from open jobs, so that the cost does not grow with the age
 * of a service.
 */
public final class PresentMetrics {
  /**
   * Number of nodes up to which each node has its own gauges; see {@link
   * ServiceMetric#CLOCK_OFFSET}.
   */
  private static final int NODES_NAMED = 100;

  private final ServiceMetrics metrics;
  private final Fleet fleet;
  private final Duration horizon;
  private final MultiGauge jobs;
  private final MultiGauge runs;
  private final MultiGauge nodes;
  private final MultiGauge slots;
  private final MultiGauge longestWait;
  private final MultiGauge prices;
  private final MultiGauge money;
  private final MultiGauge offsets;

  /**
   * Creates the gauges of a service.
   *
   * @param horizon time ahead for which windows are sold
   */
  public PresentMetrics(ServiceMetrics metrics, Fleet fleet, Duration horizon) {
    this.metrics = metrics;
    this.fleet = fleet;
    this.horizon = horizon;
    jobs = ServiceMetric.JOBS.gauges(metrics.registry());
    runs = ServiceMetric.RUNS.gauges(metrics.registry());
    nodes = ServiceMetric.NODES.gauges(metrics.registry());
    longestWait = ServiceMetric.LONGEST_WAIT.gauges(metrics.registry());
    slots = ServiceMetric.SLOT_SECONDS.gauges(metrics.registry());
    prices = ServiceMetric.PRICE.gauges(metrics.registry());
    money = ServiceMetric.MONEY.gauges(metrics.registry());
    offsets = ServiceMetric.CLOCK_OFFSET.gauges(metrics.registry());
  }

  /**
   * Returns all metrics as text.
   *
   * @param nowTick current tick
   * @param machines machines by node
   */
  public synchronized String scrape(
      BookState state, long nowTick, SortedMap<String, Machine> machines) {
    var open = new ArrayList<JobRecord>();
    state.openJobs().forEach(open::add);
    show(jobs, ServiceMetric.JOBS, countJobs(open));
    show(runs, ServiceMetric.RUNS, countRuns(open));
    var now = state.ticks().instant(nowTick);
    show(longestWait, ServiceMetric.LONGEST_WAIT, longestWait(open, now));
    show(nodes, ServiceMetric.NODES, countNodes(state));
    show(slots, ServiceMetric.SLOT_SECONDS, slotSeconds(state, open, nowTick));
    showPrices();
    show(money, ServiceMetric.MONEY, moneyOf(state));
    showOffsets(machines);
    return metrics.scrape();
  }

  private static void show(
      MultiGauge gauge, ServiceMetric metric, SortedMap<String, Double> values) {
    var rows = new ArrayList<Row<?>>();
    values.forEach((name, value) -> rows.add(Row.of(metric.tags(name), value)));
    gauge.register(rows, true);
  }

  private static SortedMap<String, Double> countJobs(List<JobRecord> open) {
    var counts = zeros("waiting", "placed", "booked", "starting", "running");
    open.forEach(job -> counts.merge(job.state().label(), 1.0, Double::sum));
    return counts;
  }

  private static SortedMap<String, Double> longestWait(List<JobRecord> open, Instant now) {
    var longest = zeros("");
    for (var job : open) {
      if (job.state() == JobState.WAITING) {
        var notBefore = job.spec().notBefore().orElse(Instant.MIN);
        var submitted = job.times().submitted();
        var from = notBefore.isAfter(submitted) ? notBefore : submitted;
        longest.merge("", Duration.between(from, now).toMillis() / 1000.0, Math::max);
      }
    }
    return longest;
  }

  private static SortedMap<String, Double> zeros(String... names) {
    var zeros = new TreeMap<String, Double>();
    for (var name : names) {
      zeros.put(name, 0.0);
    }
    return zeros;
  }

  private static SortedMap<String, Double> countRuns(List<JobRecord> open) {
    var counts = zeros("booked", "started");
    for (var job : open) {
      for (var part : job.parts()) {
        if (!part.stage().isFinal()) {
          counts.merge(part.stage() == Stage.STARTED ? "started" : "booked", 1.0, Double::sum);
        }
      }
    }
    return counts;
  }

  private SortedMap<String, Double> countNodes(BookState state) {
    var uses = NodeOccupancy.of(state);
    var counts = zeros("idle", "running", "draining", "drained");
    for (var cause : Silence.Cause.values()) {
      counts.put(cause.label(), 0.0);
    }
    for (var node : fleet.nodes()) {
      boolean isDrained = state.drain(node.name()).isPresent();
      var silence = Optional.ofNullable(state.market().silent().get(node.name()));
      counts.merge(NodeOccupancy.of(uses, node.name()).state(isDrained, silence), 1.0, Double::sum);
    }
    return counts;
  }

  /** Returns the node time by kind, without nodes that are only observed. */
  private SortedMap<String, Double> slotSeconds(
      BookState state, List<JobRecord> open, long nowTick) {
    long until = nowTick + horizon.toMillis();
    long booked = 0;
    for (var job : open) {
      for (var part : job.parts()) {
        var span = part.booked().span();
        long inside = Math.min(span.end(), until) - Math.max(span.start(), nowTick);
        booked += part.stage().isFinal() ? 0 : Math.max(0, inside);
      }
    }
    var seconds = zeros("vacant", "booked", "local");
    long selling =
        fleet.nodes().stream()
            .map(node -> state.market().silent().get(node.name()))
            .filter(silence -> silence == null || silence.cause() != Silence.Cause.SHADOW)
            .count();
    long all = horizon.toMillis() * selling;
    seconds.put("booked", booked / 1000.0);
    seconds.put("vacant", (all - booked) / 1000.0);
    return seconds;
  }

  private void showPrices() {
    var byDomain = new TreeMap<String, List<Long>>();
    for (FleetNode node : fleet.nodes()) {
      byDomain.computeIfAbsent(node.domain(), d -> new ArrayList<>()).add(node.priceMilli());
    }
    var rows = new ArrayList<Row<?>>();
    byDomain.forEach(
        (domain, all) -> {
          all.sort(null);
          for (double quantile : new double[] {0, 0.5, 1}) {
            double price = all.get((int) Math.round(quantile * (all.size() - 1))) / 1000.0;
            var tags = ServiceMetric.PRICE.tags(domain, String.valueOf(quantile));
            rows.add(Row.of(tags, price));
          }
        });
    prices.register(rows, true);
  }

  /** Returns the amount held by accounts, the amount paid to owners, and the amount paid back. */
  private SortedMap<String, Double> moneyOf(BookState state) {
    long held = 0;
    long charged = 0;
    for (var each : state.accounts().entries()) {
      held += each.value().heldMilli();
      charged += each.key().startsWith("owners-") ? each.value().balanceMilli() : 0;
    }
    var sums = zeros("held", "charged", "paid_back");
    sums.put("held", held / 1000.0);
    sums.put("charged", charged / 1000.0);
    sums.put("paid_back", metrics.paidBackMilli() / 1000.0);
    return sums;
  }

  private void showOffsets(SortedMap<String, Machine> machines) {
    var rows = new ArrayList<Row<?>>();
    if (machines.size() <= NODES_NAMED) {
      machines.forEach(
          (node, machine) ->
              machine
                  .clockOffset()
                  .ifPresent(
                      offset ->
                          rows.add(
                              Row.of(
                                  ServiceMetric.CLOCK_OFFSET.tags(node),
                                  offset.toMillis() / 1000.0))));
    }
    offsets.register(rows, true);
  }
}
