package io.metasched.service.run;

import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteCalendar;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Simulated executor without processes, for tests and benchmarks: each run behaves as specified,
 * driven by the clock. The caller must call {@link #advance}. The state of the runs outlives the
 * listeners, like the run folders of a machine.
 */
public final class FakeExecutor implements RunExecutor {
  /** Highest number of bytes kept of a stream. */
  public static final int MOST_OUTPUT = 100_000;

  private static final int TERMINATED = 143; // 128 + SIGTERM
  private static final int LATEST_FACTS = 3;

  private volatile SortedMap<String, Silence> silent = Collections.emptySortedMap();
  private final Clock clock;
  private final Function<RunSpec, FakeRun> behavior;
  private final TreeMap<RunId, Run> known = new TreeMap<>();
  private final TreeMap<RunId, String> digests = new TreeMap<>();
  private final TreeMap<RunId, String> outputs = new TreeMap<>(); // of acknowledged runs
  private final List<Consumer<RunFact>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<SiteCalendar>> siteListeners = new CopyOnWriteArrayList<>();
  private volatile SiteBooking sites = SiteBooking.NONE;
  private long startedInAll;

  /** A run with the times of its events. */
  private static final class Run {
    final RunSpec spec;
    final FakeRun fake;
    final Instant readyAt;
    final List<RunFact> facts = new ArrayList<>(LATEST_FACTS);
    @Nullable Instant startAt;
    @Nullable Instant started;
    boolean cancelled;

    Run(RunSpec spec, FakeRun fake, Instant readyAt) {
      this.spec = spec;
      this.fake = fake;
      this.readyAt = readyAt;
    }

    String output() {
      return started == null ? "" : fake.output();
    }

    boolean isOver() {
      return !facts.isEmpty() && facts.get(facts.size() - 1).isFinal();
    }
  }

  /**
   * Creates an executor without runs.
   *
   * @param behavior function that returns the behavior of a run; if the function throws {@link
   *     IllegalStateException}, the run cannot be prepared now
   */
  public FakeExecutor(Clock clock, Function<RunSpec, FakeRun> behavior) {
    this.clock = clock;
    this.behavior = behavior;
  }

  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    synchronized (this) {
      var before = digests.get(spec.id());
      if (before != null && !before.equals(spec.digest())) {
        return CompletableFuture.failedFuture(
            new IllegalArgumentException(
                "run %s differs from the run with this id".formatted(spec.id())));
      }
      if (before == null) {
        FakeRun fake;
        try {
          fake = behavior.apply(spec);
        } catch (IllegalStateException e) {
          return CompletableFuture.failedFuture(e);
        }
        digests.put(spec.id(), spec.digest());
        known.put(spec.id(), new Run(spec, fake, clock.instant().plus(fake.readyAfter())));
      }
    }
    advance();
    return done();
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    synchronized (this) {
      var run = known.get(id);
      if (run != null && run.startAt == null) {
        run.startAt = at.isBefore(run.spec.windowStart()) ? run.spec.windowStart() : at;
      }
    }
    advance();
    return done();
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    synchronized (this) {
      var run = known.get(id);
      if (run != null) {
        run.cancelled = true;
      }
    }
    advance();
    return done();
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    return done();
  }

  @Override
  public synchronized CompletionStage<List<RunFact>> runs() {
    var facts = new ArrayList<RunFact>();
    known.values().forEach(run -> facts.addAll(run.facts));
    return CompletableFuture.completedFuture(facts);
  }

  @Override
  public synchronized CompletionStage<Void> acknowledge(RunId id) {
    var run = known.get(id);
    if (run != null && run.isOver()) {
      known.remove(id);
      if (!run.output().isEmpty()) {
        outputs.put(id, run.output());
      }
    }
    return done();
  }

  @Override
  public synchronized CompletionStage<OutputChunk> output(
      RunId id, OutputStreamName stream, long offset, int length) {
    var run = known.get(id);
    var written = run == null ? outputs.getOrDefault(id, "") : run.output();
    var all = (stream == OutputStreamName.STDERR ? "" : written).getBytes(StandardCharsets.UTF_8);
    int kept = Math.min(all.length, MOST_OUTPUT);
    int from = (int) Math.min(offset, kept);
    var piece = Arrays.copyOfRange(all, from, (int) Math.min(kept, (long) from + length));
    boolean complete = run == null || run.isOver();
    return CompletableFuture.completedFuture(
        new OutputChunk(from, piece, kept, complete, kept < all.length, false));
  }

  /** Sets the booking with sites. */
  public void use(SiteBooking booking) {
    sites = booking;
  }

  @Override
  public SiteBooking siteBooking() {
    return sites;
  }

  @Override
  public void listenToSites(Consumer<SiteCalendar> listener) {
    siteListeners.add(listener);
  }

  /** Reports a calendar of a site. */
  public void report(SiteCalendar calendar) {
    siteListeners.forEach(each -> each.accept(calendar));
  }

  /** Makes the machines of exactly these nodes silent. */
  public void silence(List<String> nodes) {
    var now = clock.instant();
    var all = new TreeMap<String, Silence>();
    nodes.forEach(node -> all.put(node, new Silence(Silence.Cause.NO_AGENT, now)));
    silent = all;
  }

  @Override
  public CompletionStage<SortedMap<String, Silence>> silentNodes() {
    return CompletableFuture.completedFuture(silent);
  }

  @Override
  public void listen(Consumer<RunFact> listener) {
    listeners.add(listener);
    repeat();
  }

  @Override
  public void unlisten(Consumer<RunFact> listener) {
    listeners.remove(listener);
  }

  /** Removes all listeners. */
  @Override
  public void close() {
    listeners.clear();
  }

  /** Returns the total number of runs started. */
  public synchronized long startedInAll() {
    return startedInAll;
  }

  /** Reports all unacknowledged facts of all runs once more. */
  public void repeat() {
    runs().thenAccept(facts -> facts.forEach(this::report));
  }

  /** Executes and reports all events that are due. */
  public void advance() {
    List<RunFact> news = new ArrayList<>();
    synchronized (this) {
      var now = clock.instant();
      for (var run : known.values()) {
        for (var fact = next(run, now); fact.isPresent(); fact = next(run, now)) {
          run.facts.add(fact.get());
          news.add(fact.get());
        }
      }
    }
    news.forEach(this::report);
  }

  private void report(RunFact fact) {
    listeners.forEach(listener -> listener.accept(fact));
  }

  private Optional<RunFact> next(Run run, Instant now) {
    var id = run.spec.id();
    if (run.isOver()) {
      return Optional.empty();
    }
    var started = run.started;
    if (started != null) {
      return end(run, started, now);
    }
    var startAt = run.startAt;
    if (run.cancelled) {
      return Optional.of(new RunFact.Refused(id, "cancelled before it started"));
    } else if (run.facts.isEmpty() && !run.readyAt.isAfter(now)) {
      return Optional.of(
          run.fake
              .refusal()
              .<RunFact>map(why -> new RunFact.Refused(id, why, run.fake.forGood()))
              .orElseGet(() -> new RunFact.Ready(id)));
    } else if (!run.facts.isEmpty() && startAt != null && !startAt.isAfter(now)) {
      if (!now.isBefore(run.spec.windowEnd())) {
        return Optional.of(new RunFact.Refused(id, "its window is over"));
      }
      run.started = now;
      startedInAll++;
      return Optional.of(new RunFact.Started(id, now));
    }
    return Optional.empty();
  }

  private static Optional<RunFact> end(Run run, Instant started, Instant now) {
    var id = run.spec.id();
    var windowEnd = run.spec.windowEnd();
    var own = run.fake.lasts().map(started::plus).filter(end -> !end.isAfter(windowEnd));
    if (own.isPresent() && !own.get().isAfter(now)) {
      return Optional.of(
          run.fake.lost()
              ? new RunFact.Lost(id, own.get())
              : new RunFact.Ended(id, run.fake.exitStatus(), EndCause.EXITED, own.get()));
    } else if (run.cancelled && run.fake.obeys() && now.isBefore(windowEnd)) {
      return Optional.of(new RunFact.Ended(id, TERMINATED, EndCause.CANCELLED, now));
    } else if (!now.isBefore(windowEnd)) {
      return Optional.of(new RunFact.Ended(id, TERMINATED, EndCause.TIME_LIMIT, windowEnd));
    }
    return Optional.empty();
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedFuture(null);
  }
}
