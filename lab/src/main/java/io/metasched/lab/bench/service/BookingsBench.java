package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.service.client.ApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Benchmark of cycles, changes by owners, and starts, depending on the number of bookings. */
final class BookingsBench {
  private static final List<Integer> NODES = List.of(400, 10_000);
  private static final List<Integer> BOOKINGS = List.of(1_000, 10_000, 100_000);
  private static final int ROUNDS = 11;

  /** Cycles follow each other immediately, so that the wait for a period is not measured. */
  private static final String SETTINGS = "cycle { period = 100ms }";

  /**
   * Hours from the beginning of the benchmark to the booked starts: more than the benchmark takes,
   * plus the shortest job.
   */
  private static final int HOURS = 3;

  /** Time limit for the bookings, in seconds; bookings are counted when it has passed. */
  private static final long PATIENCE_SECONDS = 600;

  private final int divisor;
  private final BenchRows rows = new BenchRows();
  private final Instant begin = Instant.now().plus(HOURS, ChronoUnit.HOURS);

  /**
   * Creates the benchmark.
   *
   * @param divisor divisor of all amounts of work
   */
  BookingsBench(int divisor) {
    this.divisor = divisor;
  }

  List<BenchRow> run() throws IOException {
    try (var temporary = TemporaryFolder.make("metasched-bench-")) {
      var folder = temporary.path();
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
      rows.addLoad("before");
      for (int nodes : NODES) {
        onNodes(folder.resolve("on-" + nodes), Math.max(4, nodes / divisor));
      }
      killed(folder.resolve("killed"));
      rows.addLoad("after");
      return rows.all();
    }
  }

  private void onNodes(Path folder, int nodes) throws IOException {
    try (var service = new BenchedService(folder, nodes, SETTINGS)) {
      var client = service.client();
      var owner = service.administrator();
      int taken = 0;
      for (int bookings : BOOKINGS) {
        int all = bookings / divisor;
        taken += book(client, all - taken, "book-" + bookings);
        var of = ", %,d nodes, %,d booked".formatted(nodes, all);
        rows.add("jobs booked" + of, (double) all - waiting(client), "");
        rows.add("booking of one more job" + of, median(i -> next(client, of + i)), "ms");
        rows.add("cycle that books one" + of, cycleMillis(client), "ms");
        rows.add("price changed, until booked" + of, median(i -> price(owner, client, i)), "ms");
        rows.add("node drained, until booked" + of, median(i -> drain(owner, client, i)), "ms");
        rows.addHeap("heap" + of);
      }
    }
    long begun = System.nanoTime();
    try (var service = new BenchedService(folder, nodes, SETTINGS)) {
      var of = ", %,d nodes, %,d booked".formatted(nodes, BOOKINGS.get(2) / divisor);
      BenchJobs.awaitBooked(service.client(), submit(service.client(), "again"));
      rows.add("start, until a new job is booked" + of, BenchRows.secondsSince(begun), "s");
    }
  }

  private void killed(Path folder) throws IOException {
    int all = BOOKINGS.get(2) / divisor;
    int nodes = Math.max(4, NODES.get(0) / divisor);
    try (var service = new BenchedJvm(folder, nodes)) {
      book(service.client(), all, "book");
      service.kill();
    }
    long begun = System.nanoTime();
    try (var service = new BenchedJvm(folder, nodes)) {
      var client = service.client();
      BenchJobs.awaitBooked(client, submit(client, "next"));
      var of = ", %,d nodes, %,d booked".formatted(nodes, all);
      rows.add("kill -9, until a new job is booked" + of, BenchRows.secondsSince(begun), "s");
    }
  }

  /** Submits jobs that begin after the end of the benchmark, and waits until they are booked. */
  private int book(ApiClient client, int jobs, String key) {
    int taken = BenchJobs.submit(client, jobs, this::later, key);
    long begun = System.nanoTime();
    while (waiting(client) > 0 && BenchRows.secondsSince(begun) < PATIENCE_SECONDS) {
      BenchJobs.pause();
    }
    return taken;
  }

  private ObjectNode later() {
    var job = BenchJobs.job();
    job.putObject("start").put("notBefore", begin.toString());
    return job;
  }

  private static int waiting(ApiClient client) {
    return client.get("/v1/jobs?limit=1000&fields=id&state=waiting").path("items").size();
  }

  private String submit(ApiClient client, String key) {
    return client.post("/v1/jobs", later(), Optional.of(key)).path("id").asText();
  }

  private void next(ApiClient client, String key) {
    BenchJobs.awaitBooked(client, submit(client, key));
  }

  private void price(ApiClient owner, ApiClient client, int round) {
    var policy = JsonNodeFactory.instance.objectNode().put("price", "0.%03d".formatted(2 + round));
    owner.put("/v1/nodes/%s/policy".formatted(BenchedService.name(1)), policy);
    next(client, "price-" + System.nanoTime());
  }

  private void drain(ApiClient owner, ApiClient client, int round) {
    var node = "/v1/nodes/" + BenchedService.name(0);
    var body = JsonNodeFactory.instance.objectNode();
    if (round % 2 == 0) {
      owner.post(node + ":drain", body.put("reason", "bench"), Optional.empty());
    } else {
      owner.post(node + ":resume", body, Optional.empty());
    }
    next(client, "drain-" + System.nanoTime());
  }

  /** Returns the median duration of the last cycles that booked one job, in milliseconds. */
  private static double cycleMillis(ApiClient client) {
    var millis = new ArrayList<Double>();
    for (var cycle : client.get("/v1/cycles?limit=1000").path("items")) {
      if (cycle.path("booked").asInt() == 1 && millis.size() < ROUNDS) {
        millis.add(cycle.path("millis").asDouble());
      }
    }
    return Quantiles.median(millis);
  }

  private static double median(IntConsumer round) {
    return Quantiles.median(BenchRows.millis(0, ROUNDS, round));
  }
}
