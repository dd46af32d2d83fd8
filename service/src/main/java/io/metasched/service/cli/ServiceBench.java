package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A service with a fake executor in a folder of its own, and clients that measure it. */
final class ServiceBench {
  private static final int CONNECTIONS = 16;
  private static final int BATCH = 1000;
  private static final String LATER = "2199-01-01T00:00:00Z";

  private final int divisor;
  private final List<BenchRow> rows = new ArrayList<>();

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
    rows.add(new BenchRow(name, value, unit));
  }

  private void addLoad(String when) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    add("load of the machine " + when, load, "");
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("metasched-bench");
    try {
      addLoad("before");
      try (var service = new BenchedService(folder.resolve("first"), 1000)) {
        acknowledge(service.client());
        submitOneByOne(service);
        submitInBatches(service.client());
      }
      try (var service = new BenchedService(folder.resolve("second"), 1000)) {
        endToEnd(service.client());
      }
      var queue = folder.resolve("third");
      try (var service = new BenchedService(queue, 100)) {
        longQueue(service.client());
      }
      startAgain(queue);
      addLoad("after");
      return List.copyOf(rows);
    } finally {
      BenchedService.delete(folder);
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

  private void submitOneByOne(BenchedService service) throws InterruptedException {
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
    try (var service = new BenchedService(data, 100)) {
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
