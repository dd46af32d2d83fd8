package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.client.ApiClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * How soon open pages show what happens, and what they cost the scheduler: a service of 1,000 nodes
 * to which 1,000 jobs come at a time, and which plans all of them in one cycle, alone, with {@link
 * DashboardReaders}, and alone again. Beside the time by the wall it says how much of a processor
 * the scheduler and each side take, because on few cores readers of the same machine are in each
 * other's way.
 */
final class DashboardBench {
  private static final int STREAMS = 500;
  private static final int JOBS = 1000;
  private static final int ROUNDS = 10;
  private static final int SETTLING = 5; // until readers that begin are compiled, and all are there
  private static final long PAUSE_NANOS = 100_000_000;
  private static final Pattern PLANNERS =
      Pattern.compile(".*(metasched-planner|planning-dispatcher)-\\d+");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final int streams;
  private final int jobs;
  private final int rounds;
  private final int settling;
  private final BenchRows rows = new BenchRows();

  /**
   * A bench.
   *
   * @param divisor of all amounts of work
   */
  DashboardBench(int divisor) {
    streams = Math.max(20, STREAMS / divisor);
    jobs = Math.max(20, JOBS / divisor);
    rounds = Math.max(2, ROUNDS / divisor);
    settling = Math.max(1, SETTLING / divisor);
  }

  /** What some rounds took, all of them added up. */
  private static final class Rounds {
    private final List<Double> cycleMillis = new ArrayList<>(); // of each cycle, by the wall
    private double plannerMillis; // of a processor, by the scheduler's threads
    private double processorSeconds; // by this process
    private double seconds;

    double medianMillis() {
      var sorted = cycleMillis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return BenchRows.quantile(sorted, 0.5);
    }

    double longestMillis() {
      return Collections.max(cycleMillis);
    }

    double plannerMillis() {
      return plannerMillis / cycleMillis.size();
    }

    double processors() {
      return processorSeconds / seconds;
    }
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("metasched-bench");
    try (var service = new BenchedService(folder.resolve("data"), jobs)) {
      rows.addLoad("before");
      // both are run once before they are measured, so that they are compiled
      submit(service.client(), rounds, "warm", new Rounds());
      read(service, 0, new Rounds());
      // what becomes quicker from round to round does so on both sides
      var alone = new Rounds();
      var read = new Rounds();
      submit(service.client(), rounds, "alone", alone);
      var seen = read(service, 2 * rounds, read);
      submit(service.client(), rounds, "alone-again", alone);
      add(alone, read, seen);
      rows.addLoad("after");
      return rows.all();
    } finally {
      BenchedService.delete(folder);
    }
  }

  /** Rounds with readers, once these have settled; returns what they have seen. */
  private JsonNode read(BenchedService service, int count, Rounds into)
      throws IOException, InterruptedException {
    var readers = DashboardReaders.start(service.url(), service.token(), streams);
    try (var said =
        new BufferedReader(
            new InputStreamReader(readers.getInputStream(), StandardCharsets.UTF_8))) {
      said.readLine();
      submit(service.client(), settling, "settling-" + count, new Rounds());
      submit(service.client(), count, "read", into);
      readers.getOutputStream().close();
      var seen = JSON.readTree(said.readLine());
      readers.waitFor(1, TimeUnit.MINUTES);
      return seen;
    } finally {
      readers.destroyForcibly();
    }
  }

  private void add(Rounds alone, Rounds read, JsonNode seen) {
    rows.add("event streams", streams, "");
    rows.add("other requests", seen.path("asked").asDouble(), "1/s");
    rows.add("of which nothing was sent again", 100 * seen.path("unchanged").asDouble(), "%");
    rows.add("sent for them", seen.path("megabytes").asDouble(), "MB/s");
    rows.add("event to stream, p50", seen.path("latep50").asDouble(), "ms");
    rows.add("event to stream, p95", seen.path("latep95").asDouble(), "ms");
    rows.add("event to page, p50", seen.path("shownp50").asDouble(), "ms");
    rows.add("event to page, p95", seen.path("shownp95").asDouble(), "ms");
    rows.add("jobs in a cycle", jobs, "");
    rows.add("a cycle without readers", alone.medianMillis(), "ms");
    rows.add("a cycle with readers", read.medianMillis(), "ms");
    rows.add("longest cycle without readers", alone.longestMillis(), "ms");
    rows.add("longest cycle with readers", read.longestMillis(), "ms");
    rows.add("with readers to without", ratio(read.medianMillis(), alone.medianMillis()), "x");
    rows.add("scheduler without readers, a cycle", alone.plannerMillis(), "ms of a processor");
    rows.add("scheduler with readers, a cycle", read.plannerMillis(), "ms of a processor");
    double planner = ratio(read.plannerMillis(), alone.plannerMillis());
    rows.add("scheduler with readers to without", planner, "x");
    rows.add("service without readers", alone.processors(), "processors");
    rows.add("service with readers", read.processors(), "processors");
    rows.add("readers, in their process", seen.path("processor").asDouble(), "processors");
  }

  private static double ratio(double one, double other) {
    return other > 0 ? one / other : 1;
  }

  private static Duration processor() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** What the scheduler's threads have used of a processor, in milliseconds. */
  private static double plannerMillis() {
    var threads = ManagementFactory.getThreadMXBean();
    double sum = 0;
    for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && PLANNERS.matcher(thread.getThreadName()).matches()) {
        sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId())) / 1e6;
      }
    }
    return sum;
  }

  /** Submits as many jobs as there are nodes, waits until all are over, and so on. */
  private void submit(ApiClient client, int count, String name, Rounds into) {
    long first = lastCycle(client) + 1;
    var used = processor();
    double planned = plannerMillis();
    long begun = System.nanoTime();
    for (int round = 0; round < count; round++) {
      BenchJobs.submit(client, jobs, BenchJobs::job, "%s-%d".formatted(name, round));
      BenchJobs.awaitAll(client, PAUSE_NANOS);
    }
    into.processorSeconds += processor().minus(used).toMillis() / 1000.0;
    into.seconds += BenchRows.secondsSince(begun);
    into.plannerMillis += plannerMillis() - planned;
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      boolean isWhole = cycle.path("considered").asInt() >= jobs / 2;
      if (cycle.path("number").asLong() >= first && cycle.has("millis") && isWhole) {
        into.cycleMillis.add(cycle.path("millis").asDouble());
      }
    }
    if (count > 0 && into.cycleMillis.isEmpty()) {
      throw new IllegalStateException("no cycle had so many jobs: " + jobs / 2);
    }
  }

  private static long lastCycle(ApiClient client) {
    return client.get("/v1/cycles?limit=1").path("items").path(0).path("number").asLong(-1);
  }
}
