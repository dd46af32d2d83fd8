package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.service.client.ApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Benchmark of a service with a simulated executor in a temporary folder. */
final class ServiceBench {
  private static final int CONNECTIONS = 16;

  private final int divisor;
  private final Optional<Path> slurm;
  private final BenchRows rows = new BenchRows();

  /**
   * Creates the benchmark.
   *
   * @param divisor divisor of all amounts of work
   * @param slurm folder of a Slurm installation to measure for comparison
   */
  ServiceBench(int divisor, Optional<Path> slurm) {
    this.divisor = divisor;
    this.slurm = slurm;
  }

  private int amount(int whole) {
    return Math.max(20, whole / divisor);
  }

  List<BenchRow> run() throws IOException, InterruptedException {
    try (var temporary = TemporaryFolder.make("metasched-bench-")) {
      var folder = temporary.path();
      // jobs may run as another user, who needs search permission
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
      rows.addLoad("before");
      try (var service = new BenchedService(folder.resolve("first"), 1000, "")) {
        acknowledge(service.client());
        submitOneByOne(service);
        submitInBatches(service.client());
      }
      sync(folder);
      try (var service = new BenchedService(folder.resolve("second"), 1000, "")) {
        endToEnd(service.client());
      }
      try (var service = new BenchedService(folder.resolve("third"), 100, "")) {
        longQueue(service.client());
      }
      try (var service = new BenchedService(folder.resolve("fourth"), 1000, "")) {
        estimate(service.client());
      }
      var processes = new ProcessesBench(folder, rows);
      processes.realProcesses(amount(400), Math.max(4, 60 / divisor));
      processes.killed(amount(100_000));
      if (slurm.isPresent()) {
        try (var beside = new SlurmBench(slurm.get(), folder.resolve("slurm"), rows)) {
          beside.submitAndKill(amount(10_000));
        }
      }
      rows.addLoad("after");
      return rows.all();
    }
  }

  private void acknowledge(ApiClient client) {
    int count = amount(2000);
    rows.addTimes(
        "durable acknowledgement, 1 client",
        count,
        count,
        i -> client.post("/v1/jobs", BenchJobs.waiting(), Optional.of("one-" + i)));
  }

  /** Measures both settings of {@code database.sync} by alternating requests. */
  private void sync(Path folder) throws IOException {
    var settings = List.of("process", "disk");
    try (var process = synced(folder, settings.get(0));
        var disk = synced(folder, settings.get(1))) {
      var clients = List.of(process.client(), disk.client());
      int count = 2 * amount(2000);
      var millis =
          BenchRows.millis(
              count,
              count,
              i ->
                  clients
                      .get(i & 1)
                      .post("/v1/jobs", BenchJobs.waiting(), Optional.of("sync-" + i)));
      for (int i = 0; i < 2; i++) {
        int offset = i;
        var own = IntStream.range(0, count / 2).mapToDouble(n -> millis[2 * n + offset]).toArray();
        var name = "durable acknowledgement, 1 client, database.sync = " + settings.get(i);
        rows.addQuantiles(name, own, "ms");
      }
    }
  }

  private static BenchedService synced(Path folder, String setting) throws IOException {
    return new BenchedService(folder.resolve(setting), 1000, "database.sync = " + setting);
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
                  client.post("/v1/jobs", BenchJobs.waiting(), Optional.of("many-" + n));
                  millis[n] = BenchRows.millisSince(sent);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (var thread : threads) {
      thread.join();
    }
    var name = "single submissions, 16 connections";
    rows.add(name, count / BenchRows.secondsSince(begun), "jobs/s");
    rows.addQuantiles(name, millis, "ms");
  }

  private void submitInBatches(ApiClient client) {
    int count = amount(20_000);
    BenchJobs.submit(client, count, BenchJobs::waiting, "warm");
    long begun = System.nanoTime();
    BenchJobs.submit(client, count, BenchJobs::waiting, "batch");
    rows.add("submissions by :batch", count / BenchRows.secondsSince(begun), "jobs/s");
  }

  /** Measures from the first request to the payment of the last job. */
  private void endToEnd(ApiClient client) {
    int count = amount(5000);
    long begun = System.nanoTime();
    BenchJobs.submit(client, count, BenchJobs::job, "run");
    BenchJobs.awaitAll(client);
    rows.add("end to end, fake executor", count / BenchRows.secondsSince(begun), "jobs/s");
    long longest = 0;
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      longest = Math.max(longest, cycle.path("millis").asLong());
    }
    rows.add("longest cycle, up to 1,000 jobs on 1,000 nodes", (double) longest, "ms");
  }

  private void longQueue(ApiClient client) {
    int count = amount(100_000);
    BenchJobs.submit(client, count, BenchJobs::waiting, "wait");
    rows.add("jobs that wait", count, "");
    rows.addTimes(
        "list page with these jobs waiting",
        0,
        amount(1000),
        i -> client.get("/v1/jobs?limit=100"));
    rows.addHeap("heap with these jobs waiting");
  }

  /** Measures offers for a job of several nodes while other jobs wait. */
  private void estimate(ApiClient client) {
    BenchJobs.submit(client, amount(10_000), BenchJobs::waiting, "wait");
    var wanted = JsonNodeFactory.instance.objectNode();
    wanted.set("job", BenchJobs.job().put("nodes", 4));
    int count = amount(200);
    rows.addTimes(
        "an estimate, 10,000 waiting on 1,000 nodes",
        count / 4,
        count,
        i -> client.post("/v1/estimates", wanted, Optional.empty()));
  }
}
