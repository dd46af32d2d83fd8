package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How soon open pages show what happens, and what they cost the scheduler: a service of 1,000 nodes
 * to which 1,000 jobs come at a time, and which plans all of them in one cycle, first alone and
 * then with {@link DashboardReaders}. Beside the time by the wall it says how much of a processor
 * each side takes, because on few cores readers of the same machine are in each other's way.
 */
final class DashboardBench {
  private static final int STREAMS = 500;
  private static final int JOBS = 1000;
  private static final int ROUNDS = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final int streams;
  private final int jobs;
  private final int rounds;
  private final List<BenchRow> rows = new ArrayList<>();

  /**
   * A bench.
   *
   * @param divisor of all amounts of work
   */
  DashboardBench(int divisor) {
    streams = Math.max(20, STREAMS / divisor);
    jobs = Math.max(20, JOBS / divisor);
    rounds = Math.max(2, ROUNDS / divisor);
  }

  /** What some rounds took: means of their cycles, and of a processor by this process. */
  private record Rounds(double cycleMillis, double processor) {}

  private void add(String name, double value, String unit) {
    rows.add(new BenchRow(name, value, unit));
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("metasched-bench");
    try (var service = new BenchedService(folder.resolve("data"), jobs)) {
      add("load of the machine before", load(), "");
      submit(service.client(), "warm"); // compiles what the others measure
      var alone = submit(service.client(), "alone");
      var readers = DashboardReaders.start(service.url(), service.token(), streams);
      try (var said =
          new BufferedReader(
              new InputStreamReader(readers.getInputStream(), StandardCharsets.UTF_8))) {
        said.readLine();
        var read = submit(service.client(), "read");
        readers.getOutputStream().close();
        rows(alone, read, JSON.readTree(said.readLine()));
        readers.waitFor(1, TimeUnit.MINUTES);
      } finally {
        readers.destroyForcibly();
      }
      add("load of the machine after", load(), "");
      return List.copyOf(rows);
    } finally {
      BenchedService.delete(folder);
    }
  }

  private void rows(Rounds alone, Rounds read, JsonNode seen) {
    add("event streams", streams, "");
    add("other requests", seen.path("asked").asDouble(), "1/s");
    add("event to stream, p50", seen.path("latep50").asDouble(), "ms");
    add("event to stream, p95", seen.path("latep95").asDouble(), "ms");
    add("event to page, p50", seen.path("shownp50").asDouble(), "ms");
    add("event to page, p95", seen.path("shownp95").asDouble(), "ms");
    add("jobs in a cycle", jobs, "");
    add("a cycle without readers", alone.cycleMillis(), "ms");
    add("a cycle with readers", read.cycleMillis(), "ms");
    double ratio = alone.cycleMillis() > 0 ? read.cycleMillis() / alone.cycleMillis() : 1;
    add("with readers to without", ratio, "x");
    add("service without readers", alone.processor(), "processors");
    add("service with readers", read.processor(), "processors");
    add("readers, in their process", seen.path("processor").asDouble(), "processors");
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static Duration processor() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Submits as many jobs as there are nodes, waits until all are over, and so on. */
  private Rounds submit(ApiClient client, String name) throws InterruptedException {
    long first = lastCycle(client) + 1;
    var used = processor();
    long begun = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      var batch = JsonNodeFactory.instance.objectNode();
      var all = batch.putArray("jobs");
      for (int i = 0; i < jobs; i++) {
        var job = all.addObject();
        job.putObject("work").put("duration", "PT1S");
        job.putObject("run").putArray("command").add("true");
      }
      client.post("/v1/jobs:batch", batch, Optional.of("%s-%d".formatted(name, round)));
      var open = "/v1/jobs?limit=1&state=waiting,booked,starting,running";
      while (!client.get(open).path("items").isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    double processors = processor().minus(used).toMillis() / 1000.0 / seconds;
    double sum = 0;
    int cycles = 0;
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      boolean isWhole = cycle.path("considered").asInt() >= jobs / 2;
      if (cycle.path("number").asLong() >= first && cycle.has("millis") && isWhole) {
        sum += cycle.path("millis").asDouble();
        cycles++;
      }
    }
    return new Rounds(cycles == 0 ? 0 : sum / cycles, processors);
  }

  private static long lastCycle(ApiClient client) {
    return client.get("/v1/cycles?limit=1").path("items").path(0).path("number").asLong(-1);
  }
}
