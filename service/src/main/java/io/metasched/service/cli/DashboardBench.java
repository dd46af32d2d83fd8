package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * How soon open pages show what happens, and what they cost the scheduler: a service whose cycles
 * are timed first alone and then with readers. Of the readers all hear its events; some do what a
 * page does behind an event, which is to wait a moment and to ask for its view again; and others
 * ask for all that pages ask for.
 */
final class DashboardBench {
  private static final int STREAMS = 500;
  private static final int PAGES = 20;
  private static final int ASKED_PER_SECOND = 1000;
  private static final int ASKERS = 16;
  private static final int JOBS_PER_SECOND = 4;
  private static final long PAUSE_MILLIS = 300; // as live.js has it
  private static final String VIEW = "/v1/jobs?limit=100";
  private static final List<String> VIEWS =
      List.of(VIEW, "/v1/overview", "/v1/cycles?limit=60", "/v1/timeline", "/v1/accounts");

  private final int streams;
  private final int seconds;
  private final List<BenchRow> rows = new ArrayList<>();

  /**
   * A bench.
   *
   * @param divisor of all amounts of work
   */
  DashboardBench(int divisor) {
    streams = Math.max(PAGES, STREAMS / divisor);
    seconds = Math.max(3, 60 / divisor);
  }

  private void add(String name, double value, String unit) {
    rows.add(new BenchRow(name, value, unit));
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("metasched-bench");
    try (var service = new BenchedService(folder.resolve("data"), 200)) {
      add("load of the machine before", load(), "");
      submit(service.client(), "warm"); // compiles what the others measure
      double alone = submit(service.client(), "alone");
      double read;
      var asked = new LongAdder();
      var late = new Latencies();
      var shown = new Latencies();
      var timer = Executors.newScheduledThreadPool(PAGES);
      try (var streams = new EventStreams(service, late);
          var readers = new Readers(service, asked)) {
        streams.open(this.streams, PAGES, () -> new Page(timer, service.client(), shown));
        readers.start();
        read = submit(service.client(), "read");
      } finally {
        timer.shutdownNow();
      }
      add("event streams", this.streams, "");
      add("other requests", asked.sum() / (double) seconds, "1/s");
      add("event to stream, p50", late.quantile(0.5), "ms");
      add("event to stream, p95", late.quantile(0.95), "ms");
      add("event to page, p50", shown.quantile(0.5), "ms");
      add("event to page, p95", shown.quantile(0.95), "ms");
      add("a cycle without readers", alone, "ms");
      add("a cycle with readers", read, "ms");
      add("with readers to without", alone > 0 ? read / alone : 1, "x");
      add("load of the machine after", load(), "");
      return List.copyOf(rows);
    } finally {
      BenchedService.delete(folder);
    }
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Submits jobs for a time; the mean of the cycles meanwhile, in milliseconds. */
  private double submit(ApiClient client, String name) throws InterruptedException {
    long first = lastCycle(client) + 1;
    for (int second = 0; second < seconds; second++) {
      long next = System.nanoTime() + 1_000_000_000L;
      for (int i = 0; i < JOBS_PER_SECOND; i++) {
        var job = JsonNodeFactory.instance.objectNode();
        job.putObject("work").put("duration", "PT1S");
        job.putObject("run").putArray("command").add("true");
        client.post("/v1/jobs", job, Optional.of("%s-%d-%d".formatted(name, second, i)));
      }
      TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
    }
    double sum = 0;
    int cycles = 0;
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      if (cycle.path("number").asLong() >= first && cycle.has("millis")) {
        sum += cycle.path("millis").asDouble();
        cycles++;
      }
    }
    return cycles == 0 ? 0 : sum / cycles;
  }

  private static long lastCycle(ApiClient client) {
    return client.get("/v1/cycles?limit=1").path("items").path(0).path("number").asLong(-1);
  }

  /**
   * A page: behind an event it waits a moment and asks for its view again, once for all events that
   * came meanwhile.
   */
  private static final class Page implements Consumer<Instant> {
    private final ScheduledExecutorService timer;
    private final ApiClient client;
    private final Latencies shown;
    private boolean isAsking; // guarded by this, as the next
    private Optional<Instant> oldest = Optional.empty(); // of the events that are not shown

    Page(ScheduledExecutorService timer, ApiClient client, Latencies shown) {
      this.timer = timer;
      this.client = client;
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
        var unused = timer.schedule(this::ask, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      }
    }

    private synchronized Optional<Instant> take() {
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
      client.get(VIEW);
      happened.ifPresent(shown::add);
      asked();
    }
  }

  /** Requests at a steady rate. */
  private static final class Readers implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(ASKERS);
    private final List<ApiClient> clients = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final LongAdder asked;

    Readers(BenchedService service, LongAdder asked) {
      this.asked = asked;
      for (int i = 0; i < ASKERS; i++) {
        clients.add(service.client());
      }
    }

    void start() {
      long period = 1_000_000_000L * ASKERS / ASKED_PER_SECOND;
      for (var client : clients) {
        var unused =
            timer.scheduleAtFixedRate(
                () -> {
                  client.get(VIEWS.get(next.getAndIncrement() % VIEWS.size()));
                  asked.increment();
                },
                0,
                period,
                TimeUnit.NANOSECONDS);
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }
}
