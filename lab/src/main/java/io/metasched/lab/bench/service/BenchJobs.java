package io.metasched.lab.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Jobs submitted by benchmarks. */
final class BenchJobs {
  private static final int BATCH = 1000;
  private static final long PAUSE_NANOS = 20_000_000;
  private static final String LATER = "2199-01-01T00:00:00Z";
  private static final String OPEN =
      "/v1/jobs?limit=1&fields=id&state=waiting,booked,starting,running";

  private BenchJobs() {}

  /** Returns a job of 1 s. */
  static ObjectNode job() {
    var job = JsonNodeFactory.instance.objectNode();
    job.putObject("work").put("duration", "PT1S");
    job.putObject("run").putArray("command").add("true");
    return job;
  }

  /** Returns a job that waits longer than any benchmark takes. */
  static ObjectNode waiting() {
    var job = job();
    job.putObject("start").put("notBefore", LATER);
    return job;
  }

  /**
   * Submits jobs in batches of up to 1,000, and waits for the answers.
   *
   * @param key prefix of the batches' keys
   * @return number of accepted jobs
   */
  static int submit(ApiClient client, int count, Supplier<JsonNode> job, String key) {
    int taken = 0;
    for (int left = count, i = 0; left > 0; left -= BATCH, i++) {
      var batch = JsonNodeFactory.instance.objectNode();
      var all = batch.putArray("jobs");
      for (int n = Math.min(left, BATCH); n > 0; n--) {
        all.add(job.get());
      }
      var answer = client.post("/v1/jobs:batch", batch, Optional.of(key + "-" + i));
      for (var item : answer.path("items")) {
        taken += item.has("id") ? 1 : 0;
      }
    }
    return taken;
  }

  /** Waits until all jobs have ended. */
  static void awaitAll(ApiClient client) {
    awaitAll(client, PAUSE_NANOS);
  }

  /**
   * Waits until all jobs have ended, with a longer pause between queries, because the cost of a
   * query grows with the number of jobs.
   */
  static void awaitAll(ApiClient client, long pauseNanos) {
    await(() -> client.get(OPEN).path("items").isEmpty(), pauseNanos);
  }

  /** Waits until a job is no longer waiting. */
  static void awaitBooked(ApiClient client, String id) {
    await(
        () -> !client.get("/v1/jobs/" + id).path("state").asText().equals("waiting"), PAUSE_NANOS);
  }

  /** Pauses between polls; a client that polls without a pause takes a core from the service. */
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private static void await(BooleanSupplier isSo, long pauseNanos) {
    while (!isSo.getAsBoolean()) {
      LockSupport.parkNanos(pauseNanos);
    }
  }
}
