package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A service with a fake executor in a folder of its own, and clients that measure it. */
final class ServiceBench {
  private static final int CONNECTIONS = 16;
  private static final int BATCH = 1000;
  private static final String LATER = "2199-01-01T00:00:00Z";

  private final int divisor;
  private final List<Row> rows = new ArrayList<>();

  /** What was measured. */
  record Row(String name, double value, String unit) {}

  /**
   * A bench.
   *
   * @param divisor of all amounts of work
   */
  ServiceBench(int divisor) {
    this.divisor = divisor;
  }

  private int amount(int whole) {
    return Math.max(20, whole / divisor);
  }

  private void add(String name, double value, String unit) {
    rows.add(new Row(name, value, unit));
  }

  private void addLoad(String when) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    add("load of the machine " + when, load, "");
  }

  List<Row> run() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("metasched-bench");
    try {
      addLoad("before");
      try (var service = new Served(folder.resolve("first"), 1000)) {
        acknowledge(service.client());
        submitOneByOne(service);
        submitInBatches(service.client());
      }
      try (var service = new Served(folder.resolve("second"), 1000)) {
        endToEnd(service.client());
      }
      var queue = folder.resolve("third");
      try (var service = new Served(queue, 100)) {
        longQueue(service.client());
      }
      startAgain(queue);
      addLoad("after");
      return List.copyOf(rows);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** A service whose runs end at once. */
  private static final class Served implements AutoCloseable {
    private final LiveService service;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Path data;

    Served(Path data, int nodes) throws IOException {
      this.data = data;
      Files.createDirectories(data);
      var clock = Clock.systemUTC();
      var executor = new FakeExecutor(clock, spec -> FakeRun.instant());
      var settings =
          ServiceSettings.read(
              Optional.of(Files.writeString(data.resolve("bench.conf"), conf(nodes))),
              Optional.of(data),
              Optional.of(0),
              data);
      service = LiveService.start(settings, clock, "bench", (own, time) -> executor);
      var unused = timer.scheduleWithFixedDelay(executor::advance, 5, 5, TimeUnit.MILLISECONDS);
    }

    private static String conf(int nodes) {
      var all = new StringBuilder("metasched.service { requests-per-second = 1e9, nodes = [");
      for (int i = 0; i < nodes; i++) {
        all.append("{ name = \"d%d-%d\", domain = \"d%d\"".formatted(i % 4, i, i % 4))
            .append(", performance = 1, price = \"0.001\", properties = [] }\n");
      }
      all.append("], users = [ { name = user1, deposit = \"100000000\" } ] }");
      return all.toString();
    }

    ApiClient client() {
      return ApiClient.of(service.url(), data.resolve("tokens/user1"), Optional.empty());
    }

    @Override
    public void close() {
      timer.shutdownNow();
      service.close();
    }
  }

  private static ObjectNode job(boolean waits) {
    var job = JsonNodeFactory.instance.objectNode();
    job.putObject("work").put("duration", "PT1S");
    job.putObject("run").putArray("command").add("true");
    if (waits) {
      job.putObject("start").put("notBefore", LATER);
    }
    return job;
  }

  private static JsonNode batch(int jobs, boolean waits) {
    var batch = JsonNodeFactory.instance.objectNode();
    var all = batch.putArray("jobs");
    for (int i = 0; i < jobs; i++) {
      all.add(job(waits));
    }
    return batch;
  }

  private static double millisSince(long begun) {
    return (System.nanoTime() - begun) / 1e6;
  }

  private void addQuantiles(String name, double[] millis) {
    Arrays.sort(millis);
    add(name + ", p50", millis[millis.length / 2], "ms");
    add(name + ", p99", millis[(int) (millis.length * 0.99)], "ms");
  }

  private void acknowledge(ApiClient client) {
    int count = amount(2000);
    var millis = new double[count];
    for (int i = -count; i < count; i++) { // the first half warms up
      long begun = System.nanoTime();
      client.post("/v1/jobs", job(true), Optional.of("one-" + i));
      if (i >= 0) {
        millis[i] = millisSince(begun);
      }
    }
    addQuantiles("durable acknowledgement, 1 client", millis);
  }

  private void submitOneByOne(Served service) throws InterruptedException {
    int count = amount(10_000);
    var next = new AtomicInteger();
    var millis = new double[count];
    var threads = new ArrayList<Thread>();
    long begun = System.nanoTime();
    for (int i = 0; i < CONNECTIONS; i++) {
      var client = service.client();
      threads.add(
          new Thread(
              () -> {
                for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                  long sent = System.nanoTime();
                  client.post("/v1/jobs", job(true), Optional.of("many-" + n));
                  millis[n] = millisSince(sent);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (var thread : threads) {
      thread.join();
    }
    add("single submissions, 16 connections", count / (millisSince(begun) / 1000), "jobs/s");
    addQuantiles("single submissions, 16 connections", millis);
  }

  private void submitInBatches(ApiClient client) {
    int batches = Math.max(2, amount(20_000) / BATCH);
    int size = divisor == 1 ? BATCH : 20;
    long begun = System.nanoTime();
    for (int i = 0; i < batches; i++) {
      client.post("/v1/jobs:batch", batch(size, true), Optional.of("batch-" + i));
    }
    add("submissions by :batch", batches * size / (millisSince(begun) / 1000), "jobs/s");
  }

  /** From the first request to the payment of the last job. */
  private void endToEnd(ApiClient client) {
    int count = amount(5000);
    long begun = System.nanoTime();
    for (int left = count, i = 0; left > 0; left -= BATCH, i++) {
      var some = batch(Math.min(left, BATCH), false);
      client.post("/v1/jobs:batch", some, Optional.of("run-" + i));
    }
    var path = "/v1/jobs?limit=1&state=waiting,booked,starting,running";
    while (!client.get(path).path("items").isEmpty()) {
      Thread.onSpinWait();
    }
    add("end to end, fake executor", count / (millisSince(begun) / 1000), "jobs/s");
    long longest = 0;
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      longest = Math.max(longest, cycle.path("millis").asLong());
    }
    add("longest cycle, up to 1,000 jobs on 1,000 nodes", (double) longest, "ms");
  }

  private void longQueue(ApiClient client) {
    int count = amount(100_000);
    for (int left = count, i = 0; left > 0; left -= BATCH, i++) {
      var some = batch(Math.min(left, BATCH), true);
      client.post("/v1/jobs:batch", some, Optional.of("wait-" + i));
    }
    add("jobs that wait", count, "");
    var millis = new double[amount(1000)];
    for (int i = 0; i < millis.length; i++) {
      long begun = System.nanoTime();
      client.get("/v1/jobs?limit=100");
      millis[i] = millisSince(begun);
    }
    addQuantiles("list page, that many waiting", millis);
    ManagementFactory.getMemoryMXBean().gc();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    add("heap, that many waiting", used / (double) (1 << 20), "MiB");
  }

  private void startAgain(Path data) throws IOException {
    long begun = System.nanoTime();
    try (var service = new Served(data, 100)) {
      service.client().get("/v1/jobs?limit=1");
      add("start with that many waiting, to the first answer", millisSince(begun) / 1000, "s");
      while (!isReady(service.client())) {
        Thread.onSpinWait();
      }
      add(
          "start with that many waiting, until the scheduler is ready",
          millisSince(begun) / 1000,
          "s");
    }
  }

  private static boolean isReady(ApiClient client) {
    try (var answer = client.stream("/health/ready")) {
      return answer.read() >= 0;
    } catch (io.metasched.service.client.ServiceException | IOException notYet) {
      return false;
    }
  }
}
