package io.metasched.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Metrics of a service, each declared once; registration, help texts and docs are derived. */
public enum ServiceMetric {
  JOBS("metasched.jobs", Meter.Type.GAUGE, "Jobs that are not over", "state"),
  RUNS("metasched.runs", Meter.Type.GAUGE, "Parts of these jobs that are not over", "state"),
  NODES(
      "metasched.nodes",
      Meter.Type.GAUGE,
      "Nodes by use, or by the reason why none is sold",
      "state"),
  SLOT_SECONDS(
      "metasched.slot.seconds",
      Meter.Type.GAUGE,
      "Node time from now to the horizon, in seconds, without nodes that are only observed",
      "kind"),
  PRICE(
      "metasched.price", Meter.Type.GAUGE, "Prices of the nodes of a domain", "domain", "quantile"),
  MONEY(
      "metasched.money",
      Meter.Type.GAUGE,
      "Money held for jobs, charged for owners, and paid back to users",
      "kind"),
  CLOCK_OFFSET(
      "metasched.clock.offset.seconds",
      Meter.Type.GAUGE,
      "Offset of a node's clock; absent if there are more than 100 nodes",
      "node"),
  SUBSCRIBERS("metasched.events.subscribers", Meter.Type.GAUGE, "Clients that follow the events"),
  NOTIFICATIONS_WAITING(
      "metasched.notifications.waiting",
      Meter.Type.GAUGE,
      "Notifications that wait for their delivery; at most 100 of a receiver are counted",
      "kind"),
  READY(
      "metasched.ready",
      Meter.Type.GAUGE,
      "1 if the event store can be written and cycles continue, otherwise 0"),
  LONGEST_WAIT(
      "metasched.waiting.oldest.seconds",
      Meter.Type.GAUGE,
      "Longest time since the submission or the earliest start of a waiting job; 0 if none waits"),
  STORED_EVENTS("metasched.journal.events", Meter.Type.GAUGE, "Stored events"),
  SINCE_SNAPSHOT(
      "metasched.journal.events.since.snapshot",
      Meter.Type.GAUGE,
      "Events since the last snapshot, which the next start reads"),
  BACKUP(
      "metasched.backup.timestamp.seconds",
      Meter.Type.GAUGE,
      "Time of the last complete backup of this process, since 1970; 0 if there is none"),
  SUBMITTED("metasched.jobs.submitted", Meter.Type.COUNTER, "Submitted jobs"),
  FINISHED(
      "metasched.jobs.finished",
      Meter.Type.COUNTER,
      "Jobs that are over",
      "outcome",
      "exit",
      "signal"),
  REFUSED_PLACEMENTS(
      "metasched.placements.refused",
      Meter.Type.COUNTER,
      "Windows that were found and could not be booked",
      "reason"),
  NOTIFICATIONS(
      "metasched.notifications",
      Meter.Type.COUNTER,
      "Attempts to deliver notifications, and notifications that were given up",
      "kind",
      "outcome"),
  CYCLE_JOBS("metasched.cycle.jobs", Meter.Type.COUNTER, "Decisions of cycles on jobs", "outcome"),
  CYCLES_GIVEN_UP(
      "metasched.cycles.given.up", Meter.Type.COUNTER, "Cycles that ended without a result"),
  CYCLE("metasched.cycle", Meter.Type.TIMER, "Duration of a step of a cycle", "step"),
  COMMIT("metasched.journal.commit", Meter.Type.TIMER, "Duration of a commit of the event store"),
  BATCH("metasched.journal.batch.size", Meter.Type.DISTRIBUTION_SUMMARY, "Commands of a commit"),
  START_DELAY(
      "metasched.start.delay",
      Meter.Type.TIMER,
      "Delay of the start of a part after its booked start"),
  WAIT("metasched.wait", Meter.Type.TIMER, "Time from the submission of a job to its start"),
  SUBMIT("metasched.submit", Meter.Type.TIMER, "Time until a submission was answered"),
  REQUEST(
      "metasched.http.request",
      Meter.Type.TIMER,
      "Time until a request was answered",
      "route",
      "status");

  private final String key;
  private final Meter.Type type;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // created by List.of
  private final List<String> labels;

  ServiceMetric(String key, Meter.Type type, String description, String... labels) {
    this.key = key;
    this.type = type;
    this.description = description;
    this.labels = List.of(labels);
  }

  /** Returns the name in the notation of Micrometer. */
  public String key() {
    return key;
  }

  public Meter.Type type() {
    return type;
  }

  /** Returns the meaning and unit of the values. */
  public String description() {
    return description;
  }

  public List<String> labels() {
    return labels;
  }

  /** Returns the labels with values. */
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

  void gauge(MeterRegistry registry, Supplier<Number> value, String... values) {
    Gauge.builder(key, value).description(description).tags(tags(values)).register(registry);
  }

  MultiGauge gauges(MeterRegistry registry) {
    return MultiGauge.builder(key).description(description).register(registry);
  }
}
