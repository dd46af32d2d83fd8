package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Benchmarks that need a service in a separate JVM: real processes, and a start after kill -9. */
final class ProcessesBench {
  private static final int NODES = 40;

  private final Path folder;
  private final BenchRows rows;

  /**
   * Creates the benchmarks.
   *
   * @param folder empty folder
   * @param rows receives the measurements
   */
  ProcessesBench(Path folder, BenchRows rows) {
    this.folder = folder;
    this.rows = rows;
  }

  /**
   * Measures jobs that run {@code true}, from the first request to the last payment. Then measures
   * the start delays of jobs that start one at a time on each of two nodes.
   */
  void realProcesses(int count, int delayed) throws IOException {
    try (var service = new BenchedJvm(folder.resolve("processes"), NODES)) {
      rows.add("a process, from fork to end", processMillis(), "ms");
      var client = service.client();
      long begun = System.nanoTime();
      BenchJobs.submit(client, count, BenchJobs::job, "run");
      BenchJobs.awaitAll(client);
      rows.add("end to end, real processes", count / BenchRows.secondsSince(begun), "jobs/s");
      var ids = new ArrayList<String>();
      for (int i = 0; i < delayed; i++) {
        var job = on(i % 2);
        ids.add(client.post("/v1/jobs", job, Optional.of("late-" + i)).path("id").asText());
      }
      BenchJobs.awaitAll(client);
      rows.addQuantiles("start of a process after its booked time", delays(client, ids), "ms");
    }
  }

  /**
   * Returns the time that this machine takes for a program without work, in milliseconds; a run
   * starts about twenty of them.
   */
  private static double processMillis() throws IOException {
    int processes = 200;
    var line = "i=0; while [ $i -lt %d ]; do sleep 0; i=$((i + 1)); done".formatted(processes);
    long begun = System.nanoTime();
    new ProcessBuilder("sh", "-c", line).start().onExit().join();
    return (System.nanoTime() - begun) / 1e6 / processes;
  }

  private static ObjectNode on(int node) {
    var job = BenchJobs.job();
    job.putObject("requires").put("node", BenchedService.name(node));
    return job;
  }

  private static double[] delays(ApiClient client, List<String> ids) {
    var delays = new double[ids.size()];
    for (int i = 0; i < delays.length; i++) {
      var job = client.get("/v1/jobs/" + ids.get(i));
      var booked = Instant.parse(job.path("window").path("start").asText());
      var started = Instant.parse(job.path("times").path("started").asText());
      delays[i] = Duration.between(booked, started).toNanos() / 1e6;
    }
    return delays;
  }

  /** Kills a service with waiting jobs, and starts another service on the same event store. */
  void killed(int count) throws IOException {
    var data = folder.resolve("killed");
    int taken;
    try (var service = new BenchedJvm(data, 100)) {
      taken = BenchJobs.submit(service.client(), count, BenchJobs::waiting, "wait");
      service.kill();
    }
    long begun = System.nanoTime();
    try (var service = new BenchedJvm(data, 100)) {
      var client = service.client();
      client.get("/v1/jobs?limit=1");
      rows.add("after kill -9, to the first answer", BenchRows.secondsSince(begun), "s");
      var id = client.post("/v1/jobs", BenchJobs.job(), Optional.of("next")).path("id").asText();
      BenchJobs.awaitBooked(client, id);
      rows.add("after kill -9, until a new job is booked", BenchRows.secondsSince(begun), "s");
      rows.add("acknowledged jobs lost by kill -9", taken - (jobs(client) - 1), "");
    }
  }

  private static int jobs(ApiClient client) {
    int count = 0;
    var path = "/v1/jobs?limit=1000&fields=id";
    for (var page = client.get(path); ; ) {
      count += page.path("items").size();
      if (!page.has("next")) {
        return count;
      }
      page = client.get(path + "&cursor=" + page.path("next").asText());
    }
  }
}
