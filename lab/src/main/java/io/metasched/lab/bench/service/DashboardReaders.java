package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.lab.JvmCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Readers of {@link DashboardBench} in a separate process, so that their own processor time is not
 * counted as a cost of the service. Some only receive changes; some also reload views after a
 * change as a page does; others request all views of pages. The process prints a line when it has
 * begun and, at the end of its input, a JSON line with its measurements.
 */
final class DashboardReaders {
  private static final int PAGES = 20;
  private static final int ASKERS = 16;
  private static final int ASKED_PER_SECOND = 1000;
  private static final long PAUSE_NANOS = 250_000_000; // as in live.js
  private static final Path CHRT = Path.of("/usr/bin/chrt");
  private static final String VIEW = "/v1/jobs?limit=200";
  private static final List<String> VIEWS =
      List.of(
          VIEW,
          "/v1/overview",
          "/v1/cycles?limit=60",
          "/v1/nodes",
          "/v1/timeline?node=" + BenchedService.name(0),
          "/v1/accounts");

  private DashboardReaders() {}

  /** Runs the readers; the arguments are URL of the service, token file, and number of streams. */
  public static void main(String[] args) throws IOException {
    var token = Path.of(args[1]);
    int streams = Integer.parseInt(args[2]);
    var late = new Latencies();
    var shown = new Latencies();
    var timer = Executors.newScheduledThreadPool(PAGES + ASKERS);
    try (var changes = new EventStreams(args[0], token, late)) {
      var pages = new PageViews(args[0], token, changes::seen);
      var others = new PageViews(args[0], token, changes::seen);
      changes.open(streams, Math.min(streams, PAGES), () -> new Page(timer, pages, shown));
      askSteadily(timer, others);
      System.out.println("begun");
      var begun = Instant.now();
      while (System.in.read() >= 0) {
        // until the benchmark closes it
      }
      double seconds = Duration.between(begun, Instant.now()).toMillis() / 1000.0;
      var seen = JsonNodeFactory.instance.objectNode();
      seen.put("asked", others.asked() / seconds);
      seen.put("unchanged", (double) others.unchanged() / Math.max(1, others.asked()));
      seen.put("megabytes", others.bytes() / 1e6 / seconds);
      seen.put("latep50", late.quantile(0.5)).put("latep95", late.quantile(0.95));
      seen.put("shownp50", shown.quantile(0.5)).put("shownp95", shown.quantile(0.95));
      var processor = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
      seen.put("processor", processor.toMillis() / 1000.0 / seconds);
      System.out.println(seen);
    } finally {
      timer.shutdownNow();
    }
  }

  /** Sends requests at a steady rate. */
  private static void askSteadily(ScheduledExecutorService timer, PageViews views) {
    var next = new AtomicInteger();
    long period = 1_000_000_000L * ASKERS / ASKED_PER_SECOND;
    for (int i = 0; i < ASKERS; i++) {
      var unused =
          timer.scheduleAtFixedRate(
              () -> views.ask(VIEWS.get(Math.floorMod(next.getAndIncrement(), VIEWS.size()))),
              period * i / ASKERS,
              period,
              TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Starts the readers as a process for idle cores only, if the machine has {@code chrt}. Real
   * readers have their own machines, so these readers get only the cores that the service leaves
   * idle. The work of the service preempts such a process immediately; a process that merely had a
   * lower priority would keep its core for a while.
   */
  static Process start(String url, Path token, int streams) throws IOException {
    var words =
        List.of(DashboardReaders.class.getName(), url, token.toString(), String.valueOf(streams));
    return onIdleCores(List.of("-Xmx256m"), words);
  }

  /** Starts another JVM for idle cores only. */
  static Process onIdleCores(List<String> options, List<String> words) throws IOException {
    var command = new ArrayList<>(JvmCommand.of(options, words));
    if (Files.isExecutable(CHRT)) {
      command.addAll(0, List.of(CHRT.toString(), "--idle", "0"));
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /**
   * A page that requests its view after changes, at most once per minimum interval; one request
   * covers all changes that arrived since the last one.
   */
  private static final class Page implements Consumer<Instant> {
    private final ScheduledExecutorService timer;
    private final PageViews views;
    private final Latencies shown;
    private boolean isAsking; // guarded by this, as are all fields below
    private long begun = System.nanoTime() - PAUSE_NANOS;
    private Optional<Instant> oldest = Optional.empty(); // of the events not shown yet

    Page(ScheduledExecutorService timer, PageViews views, Latencies shown) {
      this.timer = timer;
      this.views = views;
      this.shown = shown;
    }

    @Override
    public synchronized void accept(Instant happened) {
      if (oldest.isEmpty()) {
        oldest = Optional.of(happened);
        if (!isAsking) {
          askSoon();
        }
      }
    }

    private synchronized void askSoon() {
      isAsking = true;
      if (!timer.isShutdown()) {
        long pause = Math.max(0, begun + PAUSE_NANOS - System.nanoTime());
        var unused = timer.schedule(this::ask, pause, TimeUnit.NANOSECONDS);
      }
    }

    private synchronized Optional<Instant> take() {
      begun = System.nanoTime();
      var taken = oldest;
      oldest = Optional.empty();
      return taken;
    }

    private synchronized void asked() {
      isAsking = false;
      if (oldest.isPresent()) {
        askSoon();
      }
    }

    private void ask() {
      var happened = take();
      views.ask(VIEW);
      happened.ifPresent(shown::add);
      asked();
    }
  }
}
