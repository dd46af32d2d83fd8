package io.metasched.service.metrics;

import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.service.actor.DeliveryListener;
import io.metasched.service.actor.PlannerListener;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.Recorded;
import io.metasched.service.notice.NoticeBoard;
import io.metasched.service.plan.FlowWords;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.run.RunSignal;
import io.metasched.service.store.BookKeeper;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counters and timers since the start of this process. Gauges of the current state are computed on
 * request by {@link PresentMetrics}.
 */
public final class ServiceMetrics
    implements PlannerListener, DeliveryListener, BookKeeper.CommitListener, AutoCloseable {
  private static final String NONE = "none";
  private static final String MAIL = "mail";
  private static final String WEBHOOK = "webhook";
  private static final Duration[] LATENCIES = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10)
  };
  private static final Duration[] WAITS = {
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(10),
    Duration.ofHours(1),
    Duration.ofHours(12),
    Duration.ofDays(3)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Counter submitted = ServiceMetric.SUBMITTED.counter(registry);
  private final Timer commits = ServiceMetric.COMMIT.timer(registry, LATENCIES);
  private final DistributionSummary batches = ServiceMetric.BATCH.summary(registry);
  private final Timer startDelay = ServiceMetric.START_DELAY.timer(registry, LATENCIES);
  private final Timer waits = ServiceMetric.WAIT.timer(registry, WAITS);
  private final Timer submissions = ServiceMetric.SUBMIT.timer(registry, LATENCIES);
  private final AtomicInteger subscribers = new AtomicInteger();
  private final AtomicLong paidBackMilli = new AtomicLong();
  private final AtomicLong backup = new AtomicLong();
  private final CycleSteps steps = new CycleSteps();
  private final GivenBack givenBack = new GivenBack();

  /** Creates counters at zero. */
  public ServiceMetrics() {
    ServiceMetric.SUBSCRIBERS.gauge(registry, subscribers::get);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    collections.bindTo(registry);
    // from 0, so that the first failure is an increase
    ServiceMetric.CYCLES_GIVEN_UP.counter(registry);
    for (var outcome : Outcome.values()) {
      ended(true, outcome, 0);
      ended(false, outcome, 0);
    }
  }

  /** Returns the registry for further meters. */
  MeterRegistry registry() {
    return registry;
  }

  /** Begins to count the events of a book. */
  public void follow(BookKeeper keeper) {
    long before = 0;
    for (var each : keeper.state().jobs().entries()) {
      before += each.value().money().paidBack();
    }
    paidBackMilli.addAndGet(before);
    keeper.listen(events -> count(events, keeper.state()));
    ServiceMetric.STORED_EVENTS.gauge(registry, () -> keeper.state().seq() - keeper.oldest() + 1);
    ServiceMetric.SINCE_SNAPSHOT.gauge(
        registry, () -> keeper.state().seq() - keeper.lastSnapshot());
    ServiceMetric.BACKUP.gauge(registry, backup::get);
  }

  /** Begins to report whether a service is ready, and the space on the disk of its data. */
  public void follow(BookKeeper keeper, CycleHealth health, Path data) {
    ServiceMetric.READY.gauge(
        registry, () -> keeper.isWritable() && health.fault().isEmpty() ? 1 : 0);
    new DiskSpaceMetrics(data.toFile()).bindTo(registry);
  }

  /** Records that a backup has been sent completely. */
  public void backedUp(Instant at) {
    backup.set(at.getEpochSecond());
  }

  /** Begins to count waiting notifications. */
  public void follow(NoticeBoard board) {
    ServiceMetric.NOTIFICATIONS_WAITING.gauge(registry, () -> board.waiting(true), MAIL);
    ServiceMetric.NOTIFICATIONS_WAITING.gauge(registry, () -> board.waiting(false), WEBHOOK);
  }

  @Override
  public void ended(boolean isMail, Outcome outcome, int count) {
    ServiceMetric.NOTIFICATIONS
        .counter(registry, isMail ? MAIL : WEBHOOK, EnumLabel.of(outcome))
        .increment(count);
  }

  /** Returns the amount held for jobs that was paid back, in 1/1000. */
  long paidBackMilli() {
    return paidBackMilli.get();
  }

  private void count(List<Recorded> events, BookState state) {
    for (var recorded : events) {
      var event = recorded.event();
      if (event instanceof BookEvent.JobSubmitted) {
        submitted.increment();
      } else if (event instanceof BookEvent.ArraySubmitted array) {
        submitted.increment(array.array().indices().size());
      } else if (event instanceof BookEvent.JobEnded ended) {
        state.job(ended.id()).ifPresent(this::finished);
        cameBack(ended.id(), recorded.seq(), state);
      } else if (event instanceof BookEvent.JobRequeued requeued) {
        cameBack(requeued.id(), recorded.seq(), state);
        givenBack(recorded.at(), requeued.id(), requeued.code(), state);
      } else if (event instanceof BookEvent.JobRefused refused) {
        state.job(refused.id()).ifPresent(this::finished);
      } else if (event instanceof BookEvent.JobPostponed postponed) {
        if (isRefusedPlacement(postponed.code())) {
          ServiceMetric.REFUSED_PLACEMENTS.counter(registry, postponed.code()).increment();
          givenBack(recorded.at(), postponed.id(), postponed.code(), state);
        }
      } else if (event instanceof BookEvent.CycleEnded ended) {
        cycle("booked", ended.done().booked());
        cycle("refused", ended.done().refused());
        cycle("postponed", ended.done().postponed());
      } else if (event instanceof BookEvent.PartStarted started) {
        state
            .job(started.id())
            .filter(job -> job.attempt() == started.attempt())
            .ifPresent(job -> started(job, started, state));
      }
    }
  }

  private void finished(JobRecord job) {
    var last = job.greatestExit();
    ServiceMetric.FINISHED
        .counter(
            registry,
            job.state().label(),
            last.flatMap(PartRecord::exitStatus).map(String::valueOf).orElse(NONE),
            last.flatMap(PartRecord::signal).map(RunSignal::name).orElse(NONE))
        .increment();
  }

  /** Returns whether a job waits because a window was found but could not be booked. */
  private static boolean isRefusedPlacement(String code) {
    return code.equals(NodeCommands.DRAINED) || FlowWords.isRefusedPlacement(code);
  }

  private void givenBack(Instant at, String id, String code, BookState state) {
    state.job(id).ifPresent(job -> givenBack.add(at, job.spec().account(), code));
  }

  /** Returns the counts of refused placements and revoked bookings. */
  public GivenBack givenBack() {
    return givenBack;
  }

  /** Returns the current step of the cycle and the durations of the last steps. */
  public CycleSteps steps() {
    return steps;
  }

  private void cameBack(String id, long seq, BookState state) {
    var account = state.job(id).map(job -> job.spec().account()).orElse("");
    for (var each : state.ledger().from(new LedgerEntry.Key(account, seq, 0), true)) {
      if (!each.key().account().equals(account) || each.key().seq() != seq) {
        return;
      } else if (each.value().kind() == LedgerEntry.Kind.PAY_BACK) {
        paidBackMilli.addAndGet(-each.value().heldMilli());
      }
    }
  }

  private void cycle(String outcome, int jobs) {
    ServiceMetric.CYCLE_JOBS.counter(registry, outcome).increment(jobs);
  }

  private void started(JobRecord job, BookEvent.PartStarted started, BookState state) {
    var booked = job.parts().get(started.part()).booked().span().start();
    startDelay.record(notNegative(state.ticks().instant(booked), started.started()));
    if (started.part() == 0) {
      waits.record(notNegative(job.times().submitted(), started.started()));
    }
  }

  private static Duration notNegative(Instant from, Instant to) {
    var between = Duration.between(from, to);
    return between.isNegative() ? Duration.ZERO : between;
  }

  @Override
  public void committed(int commands, long nanos) {
    commits.record(Duration.ofNanos(nanos));
    batches.record(commands);
  }

  @Override
  public void cycleBegan() {
    steps.begin();
  }

  @Override
  public void cycleEnded() {
    steps.end();
  }

  @Override
  public void cycleGivenUp() {
    ServiceMetric.CYCLES_GIVEN_UP.counter(registry).increment();
  }

  @Override
  public void stepTook(Step step, Duration took) {
    steps.took(step, notNegative(Duration.ZERO, took));
    ServiceMetric.CYCLE
        .timer(registry, LATENCIES, EnumLabel.of(step))
        .record(notNegative(Duration.ZERO, took));
  }

  private static Duration notNegative(Duration least, Duration took) {
    return took.isNegative() ? least : took;
  }

  /**
   * Records a response.
   *
   * @param route method and path as in the API description
   */
  public void answered(String route, int status, Duration took) {
    ServiceMetric.REQUEST.timer(registry, LATENCIES, route, String.valueOf(status)).record(took);
    if (route.equals("POST /v1/jobs")) {
      submissions.record(took);
    }
  }

  /** Counts a further subscriber of events, or the end of a subscription if {@code more} is -1. */
  public void subscribed(int more) {
    subscribers.addAndGet(more);
  }

  /** Returns all metrics in the OpenMetrics format. */
  public String scrape() {
    return registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
