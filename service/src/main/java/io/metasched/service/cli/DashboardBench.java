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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

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
      try (var streams = new EventStreams(service, late);
          var readers = new Readers(service, asked)) {
        streams.open(this.streams, PAGES, page -> page(service.client(), shown, page));
        readers.start();
        read = submit(service.client(), "read");
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

  /** What a page does behind an event. */
  private static void page(ApiClient client, Latencies shown, Instant happened) {
    var later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    later.execute(
        () -> {
          client.get(VIEW);
          shown.add(happened);
        });
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
