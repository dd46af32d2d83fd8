package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.service.client.ApiClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Benchmark of open dashboard pages: their delay, and their cost for the scheduler. A service of
 * 1,000 nodes gets 1,000 jobs at a time and plans them in one cycle. Rounds without load, rounds
 * beside {@link OtherWork} and rounds with {@link DashboardReaders} alternate, so that changes in
 * the speed of the machine affect all of them. Besides elapsed times, processor times of the
 * scheduler and of each side are reported: on few cores, readers on the same machine compete with
 * the service.
 */
final class DashboardBench {
  private static final int STREAMS = 500;
  private static final int JOBS = 1000;
  private static final int TURNS = 8;
  private static final int ROUNDS = 12; // per turn
  private static final int SETTLING = 3; // at least, until all readers have connected
  private static final int MOST_SETTLING = 60; // limit while the compiler is still active
  private static final double COMPILING = 0.05; // the compiler is idle below this share of the time
  private static final long PAUSE_NANOS = 100_000_000;
  private static final Pattern PLANNERS =
      Pattern.compile(".*(metasched-planner|planning-dispatcher)-\\d+");
  // several hundred thousand jobs exceed the heap of this benchmark
  private static final String FORGETTING = "keep = 5m";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final int streams;
  private final int jobs;
  private final int turns;
  private final int rounds;
  private final int settling;
  private final int mostSettling;
  private final BenchRows rows = new BenchRows();

  /**
   * Creates the benchmark.
   *
   * @param divisor divisor of all amounts of work
   */
  DashboardBench(int divisor) {
    streams = Math.max(20, STREAMS / divisor);
    jobs = Math.max(20, JOBS / divisor);
    turns = Math.max(2, TURNS / divisor);
    rounds = Math.max(1, ROUNDS / divisor);
    settling = Math.max(1, SETTLING / divisor);
    mostSettling = Math.max(1, MOST_SETTLING / divisor);
  }

  /** Totals of several rounds. */
  private static final class Rounds {
    private final List<List<Double>> turns = new ArrayList<>(); // elapsed time per cycle
    private double plannerMillis; // processor time of the scheduler's threads
    private double processorSeconds; // of this process
    private double otherSeconds; // processor time of the other process
    private double seconds;

    private List<Double> cycleMillis() {
      var all = turns.stream().flatMap(List::stream).toList();
      if (all.isEmpty()) {
        throw new IllegalStateException("no cycle had half the jobs of a round");
      }
      return all;
    }

    double medianMillis() {
      return Quantiles.median(cycleMillis());
    }

    /**
     * Returns the cycle time of each turn divided by the cycle time of other rounds in the same
     * turn, ascending.
     */
    double[] ratios(Rounds others) {
      return IntStream.range(0, turns.size())
          .filter(turn -> !turns.get(turn).isEmpty() && !others.turns.get(turn).isEmpty())
          .mapToDouble(
              turn ->
                  ratio(
                      Quantiles.median(turns.get(turn)), Quantiles.median(others.turns.get(turn))))
          .sorted()
          .toArray();
    }

    double longestMillis() {
      return Collections.max(cycleMillis());
    }

    double plannerMillis() {
      return plannerMillis / cycleMillis().size();
    }

    double processors() {
      return processorSeconds / seconds;
    }

    double otherProcessors() {
      return otherSeconds / seconds;
    }
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    try (var folder = TemporaryFolder.make("metasched-bench-");
        var service = new BenchedService(folder.path().resolve("data"), jobs, FORGETTING)) {
      rows.addLoad("before");
      settle(service.client(), "warm");
      var alone = new Rounds();
      var beside = new Rounds();
      var read = new Rounds();
      var seen = new ArrayList<JsonNode>();
      for (int turn = 0; turn < turns; turn++) {
        submit(service.client(), 1, "quiet-" + turn, new Rounds());
        submit(service.client(), rounds, "alone-" + turn, alone);
        beside(service, turn, beside);
        seen.add(read(service, turn, read));
      }
      add(alone, beside, read, seen);
      rows.addLoad("after");
      return rows.all();
    }
  }

  /** Runs rounds beside a process that does not use the service. */
  private void beside(BenchedService service, int turn, Rounds into)
      throws IOException, InterruptedException {
    var work = OtherWork.start();
    try {
      submit(service.client(), settling, "besides-" + turn, new Rounds());
      var used = processor(work.toHandle());
      submit(service.client(), rounds, "beside-" + turn, into);
      into.otherSeconds += processor(work.toHandle()).minus(used).toMillis() / 1000.0;
      work.getOutputStream().close();
      work.waitFor(1, TimeUnit.MINUTES);
    } finally {
      work.destroyForcibly();
    }
  }

  /** Runs rounds with readers after a settling phase; returns the readers' report. */
  private JsonNode read(BenchedService service, int turn, Rounds into)
      throws IOException, InterruptedException {
    var readers = DashboardReaders.start(service.url(), service.token(), streams);
    try (var said =
        new BufferedReader(
            new InputStreamReader(readers.getInputStream(), StandardCharsets.UTF_8))) {
      said.readLine();
      if (turn == 0) {
        settle(service.client(), "settling");
      } else {
        submit(service.client(), settling, "settling-" + turn, new Rounds());
      }
      submit(service.client(), rounds, "read-" + turn, into);
      readers.getOutputStream().close();
      var seen = JSON.readTree(said.readLine());
      readers.waitFor(1, TimeUnit.MINUTES);
      return seen;
    } finally {
      readers.destroyForcibly();
    }
  }

  /**
   * Runs rounds until the JIT compiler of this JVM has been idle for several rounds in a row. The
   * compiler occupies a core for a minute or two; in a service that has run for an hour, it does
   * not.
   */
  private void settle(ApiClient client, String name) {
    var compiler = ManagementFactory.getCompilationMXBean();
    int rested = 0;
    for (int round = 0; round < mostSettling && rested < settling; round++) {
      long compiled = compiler.getTotalCompilationTime();
      long begun = System.nanoTime();
      submit(client, 1, name + "-" + round, new Rounds());
      double share = (compiler.getTotalCompilationTime() - compiled) / 1000.0;
      rested = share / BenchRows.secondsSince(begun) < COMPILING ? rested + 1 : 0;
    }
  }

  private void add(Rounds alone, Rounds beside, Rounds read, List<JsonNode> seen) {
    rows.add("event streams", streams, "");
    rows.add("other requests", mean(seen, "asked"), "1/s");
    rows.add("of which nothing was sent again", 100 * mean(seen, "unchanged"), "%");
    rows.add("sent for them", mean(seen, "megabytes"), "MB/s");
    rows.add("event to stream, p50", mean(seen, "latep50"), "ms");
    rows.add("event to stream, p95", mean(seen, "latep95"), "ms");
    rows.add("event to page, p50", mean(seen, "shownp50"), "ms");
    rows.add("event to page, p95", mean(seen, "shownp95"), "ms");
    rows.add("jobs in a cycle", jobs, "");
    rows.add("a cycle without readers", alone.medianMillis(), "ms");
    rows.add("a cycle beside other work", beside.medianMillis(), "ms");
    rows.add("a cycle with readers", read.medianMillis(), "ms");
    rows.add("longest cycle without readers", alone.longestMillis(), "ms");
    rows.add("longest cycle with readers", read.longestMillis(), "ms");
    rows.add("cycles of each kind", alone.cycleMillis().size(), "");
    addRatios("a cycle, other work to none", beside, alone);
    addRatios("a cycle, readers to none", read, alone);
    addRatios("a cycle, readers to other work", read, beside);
    rows.add("scheduler without readers, a cycle", alone.plannerMillis(), "ms of a processor");
    rows.add("scheduler beside other work, a cycle", beside.plannerMillis(), "ms of a processor");
    rows.add("scheduler with readers, a cycle", read.plannerMillis(), "ms of a processor");
    double planner = ratio(read.plannerMillis(), beside.plannerMillis());
    rows.add("scheduler, readers to other work", 100 * planner, "%");
    rows.add("service without readers", alone.processors(), "processors");
    rows.add("service with readers", read.processors(), "processors");
    rows.add("the other work, in its process", beside.otherProcessors(), "processors");
    rows.add("readers, in their process", mean(seen, "processor"), "processors");
  }

  /** Adds the ratio over all cycles, and the ratios of single turns, which show its uncertainty. */
  private void addRatios(String name, Rounds some, Rounds others) {
    rows.add(name, 100 * ratio(some.medianMillis(), others.medianMillis()), "%");
    var turns = some.ratios(others);
    if (turns.length == 0) {
      return;
    }
    rows.add(name + ", the quarter of the turns below", 100 * Quantiles.of(turns, 25), "%");
    rows.add(name + ", the quarter of the turns above", 100 * Quantiles.of(turns, 75), "%");
  }

  /** Returns the mean of a measured value over the turns. */
  private static double mean(List<JsonNode> seen, String what) {
    return seen.stream().mapToDouble(turn -> turn.path(what).asDouble()).average().orElse(0);
  }

  private static double ratio(double one, double other) {
    return other > 0 ? one / other : 1;
  }

  private static Duration processor(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Returns the processor time of the scheduler's threads, in milliseconds. */
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

  /** Submits as many jobs as there are nodes and waits until all have ended, repeatedly. */
  private void submit(ApiClient client, int count, String name, Rounds into) {
    long first = lastCycle(client) + 1;
    var used = processor(ProcessHandle.current());
    double planned = plannerMillis();
    long begun = System.nanoTime();
    for (int round = 0; round < count; round++) {
      BenchJobs.submit(client, jobs, BenchJobs::job, "%s-%d".formatted(name, round));
      BenchJobs.awaitAll(client, PAUSE_NANOS);
    }
    into.processorSeconds += processor(ProcessHandle.current()).minus(used).toMillis() / 1000.0;
    into.seconds += BenchRows.secondsSince(begun);
    into.plannerMillis += plannerMillis() - planned;
    var millis = new ArrayList<Double>();
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      boolean isWhole = cycle.path("considered").asInt() >= jobs / 2;
      if (cycle.path("number").asLong() >= first && cycle.has("millis") && isWhole) {
        millis.add(cycle.path("millis").asDouble());
      }
    }
    into.turns.add(millis);
  }

  private static long lastCycle(ApiClient client) {
    return client.get("/v1/cycles?limit=1").path("items").path(0).path("number").asLong(-1);
  }
}
