package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.service.client.ApiClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Benchmark of a day compressed into half an hour. Jobs end long before the ends of their windows,
 * so that other jobs move forward, and finished jobs are deleted. Memory and event store must reach
 * a plateau.
 */
final class PlateauBench {
  private static final int NODES = 40;
  private static final int JOBS = 5000;
  private static final Duration AT_ONCE = Duration.ofMinutes(5);
  private static final Duration STEADY = Duration.ofMinutes(25);
  private static final int SAMPLES = 5;
  private static final Duration STEP = Duration.ofSeconds(1);

  /** Finished jobs are deleted soon; this corresponds to 90 days if a day takes half an hour. */
  private static final String SETTINGS = "keep = 2m, snapshot-every = 5000";

  private final int divisor;
  private final BenchRows rows = new BenchRows();

  /**
   * Creates the benchmark.
   *
   * @param divisor divisor of all amounts of work, and of the time of the benchmark
   */
  PlateauBench(int divisor) {
    this.divisor = divisor;
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    try (var temporary = TemporaryFolder.make("metasched-bench-")) {
      var data = temporary.path().resolve("data");
      try (var service = new BenchedService(data, NODES, SETTINGS)) {
        atOnce(service.client(), service.administrator());
        sample("after %s".formatted(AT_ONCE.dividedBy(divisor)), data);
        steady(service.client(), data);
      }
      return rows.all();
    }
  }

  /** Returns a job that has a window of a minute and ends immediately. */
  private static ObjectNode job() {
    var job = BenchJobs.job();
    job.putObject("work").put("duration", "PT1M");
    return job;
  }

  /** Submits all jobs in one burst; whenever a job ends, later jobs may move. */
  private void atOnce(ApiClient client, ApiClient administrator) throws InterruptedException {
    int taken = BenchJobs.submit(client, JOBS / divisor, PlateauBench::job, "at-once");
    rows.add("jobs submitted at once", taken, "");
    TimeUnit.MILLISECONDS.sleep(AT_ONCE.dividedBy(divisor).toMillis());
    rows.add("moves of these jobs", (double) countMoves(administrator), "");
  }

  private static long countMoves(ApiClient administrator) {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(administrator.stream("/v1/history"), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> line.contains("\"event\":\"job-moved\"")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void steady(ApiClient client, Path data) throws IOException, InterruptedException {
    long steps = STEADY.dividedBy(divisor).dividedBy(STEP);
    int submitted = 0;
    for (long step = 1; step <= steps; step++) {
      int due = (int) (JOBS / divisor * step / steps);
      BenchJobs.submit(client, due - submitted, PlateauBench::job, "steady-" + step);
      submitted = due;
      TimeUnit.MILLISECONDS.sleep(STEP.toMillis());
      if (step % Math.max(1, steps / SAMPLES) == 0) {
        var after = AT_ONCE.dividedBy(divisor).plus(STEP.multipliedBy(step));
        sample("after %s and %,d more jobs".formatted(after, submitted), data);
      }
    }
  }

  private void sample(String when, Path data) throws IOException {
    rows.addHeap("heap, " + when);
    rows.addBytes("book, " + when, bytes(data.resolve("book")));
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
