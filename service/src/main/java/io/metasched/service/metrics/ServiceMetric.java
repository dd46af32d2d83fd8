package io.metasched.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.Type;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Metrics of a service, each declared once; registration, help texts and docs are derived. */
public enum ServiceMetric {
  JOBS("metasched.jobs", Type.GAUGE, "Jobs that are not over", "state"),
  RUNS("metasched.runs", Type.GAUGE, "Parts of these jobs that are not over", "state"),
  NODES("metasched.nodes", Type.GAUGE, "Nodes by use, or by the reason why none is sold", "state"),
  SLOT_SECONDS(
      "metasched.slot.seconds",
      Type.GAUGE,
      "Node time from now to the horizon, in seconds",
      "kind"),
  PRICE("metasched.price", Type.GAUGE, "Prices of the nodes of a domain", "domain", "quantile"),
  MONEY(
      "metasched.money",
      Type.GAUGE,
      "Money held for jobs, charged for owners, and paid back to users",
      "kind"),
  CLOCK_OFFSET(
      "metasched.clock.offset.seconds",
      Type.GAUGE,
      "Offset of a node's clock; absent if there are more than 100 nodes",
      "node"),
  SUBSCRIBERS("metasched.events.subscribers", Type.GAUGE, "Clients that follow the events"),
  SUBMITTED("metasched.jobs.submitted", Type.COUNTER, "Submitted jobs"),
  FINISHED(
      "metasched.jobs.finished", Type.COUNTER, "Jobs that are over", "outcome", "exit", "signal"),
  REFUSED_PLACEMENTS(
      "metasched.placements.refused",
      Type.COUNTER,
      "Windows that were found and could not be booked",
      "reason"),
  CYCLE_JOBS("metasched.cycle.jobs", Type.COUNTER, "Decisions of cycles on jobs", "outcome"),
  CYCLES_GIVEN_UP("metasched.cycles.given.up", Type.COUNTER, "Cycles that ended without a result"),
  CYCLE("metasched.cycle", Type.TIMER, "Duration of a step of a cycle", "step"),
  COMMIT("metasched.journal.commit", Type.TIMER, "Duration of a commit of the event store"),
  BATCH("metasched.journal.batch.size", Type.DISTRIBUTION_SUMMARY, "Commands of a commit"),
  START_DELAY(
      "metasched.start.delay", Type.TIMER, "Delay of the start of a part after its booked start"),
  WAIT("metasched.wait", Type.TIMER, "Time from the submission of a job to its start"),
  SUBMIT("metasched.submit", Type.TIMER, "Time until a submission was answered"),
  REQUEST(
      "metasched.http.request", Type.TIMER, "Time until a request was answered", "route", "status");

  private final String key;
  private final Type type;
  private final String description;
  private final List<String> labels;

  ServiceMetric(String key, Type type, String description, String... labels) {
    this.key = key;
    this.type = type;
    this.description = description;
    this.labels = List.of(labels);
  }

  /** Returns the name in the notation of Micrometer. */
  public String key() {
    return key;
  }

  /** Returns the type of the meter. */
  public Type type() {
    return type;
  }

  /** Returns the meaning and unit of its values. */
  public String description() {
    return description;
  }

  /** Returns the names of its labels. */
  public List<String> labels() {
    return labels;
  }

  /** Returns its labels with values. */
  Tags tags(String... values) {
    var tags = Tags.empty();
    for (int at = 0; at < labels.size(); at++) {
      tags = tags.and(labels.get(at), values[at]);
    }
    return tags;
  }

  Counter counter(MeterRegistry registry, String... values) {
    return Counter.builder(key).description(description).tags(tags(values)).register(registry);
  }

  Timer timer(MeterRegistry registry, Duration[] buckets, String... values) {
    return Timer.builder(key)
        .description(description)
        .serviceLevelObjectives(buckets)
        .tags(tags(values))
        .register(registry);
  }

  DistributionSummary summary(MeterRegistry registry) {
    return DistributionSummary.builder(key).description(description).register(registry);
  }

  Gauge gauge(MeterRegistry registry, Supplier<Number> value) {
    return Gauge.builder(key, value).description(description).register(registry);
  }

  MultiGauge gauges(MeterRegistry registry) {
    return MultiGauge.builder(key).description(description).register(registry);
  }
}
