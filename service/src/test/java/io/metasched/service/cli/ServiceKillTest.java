package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kill of a service in a separate JVM while clients submit jobs that run as real processes. */
@Tag("slow")
@Tag("service")
final class ServiceKillTest {
  private static final int KILLS = 3;
  private static final int JOBS_BETWEEN_KILLS = 40;
  private static final int RUN_FOR_REAL = 12;

  private static JsonNode job(String line) {
    var job = JsonNodeFactory.instance.objectNode();
    job.putObject("work").put("duration", "PT3M");
    var command = job.putObject("run").putArray("command");
    List.of("sh", "-c", line).forEach(command::add);
    return job;
  }

  @Test
  void acknowledgedJobsSurviveEachKillAndRunOnce() throws Exception {
    // job users must be able to enter this folder, unlike the default test folder
    var folder = Files.createTempDirectory("metasched-kill");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var output = Files.createDirectory(folder.resolve("output"));
    Files.setPosixFilePermissions(output, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.writeString(folder.resolve("my.conf"), "metasched.service.requests-per-second = 10000");
    var acknowledged = Collections.synchronizedMap(new TreeMap<String, String>());
    var service = ServiceJvm.start(folder, "0");
    try {
      for (int round = 0; round < KILLS; round++) {
        submitUntilKilled(folder, output, service, round, acknowledged);
        service = ServiceJvm.start(folder, service.port());
        checkBook(folder, service, acknowledged);
      }
      checkRuns(folder, output, service, acknowledged);
    } finally {
      service.kill();
    }
  }

  private static ApiClient client(Path folder, ServiceJvm service) {
    return ApiClient.of(service.url, folder.resolve("data/tokens/user1"), Optional.empty());
  }

  /** Kills the service while several clients submit jobs. */
  private static void submitUntilKilled(
      Path folder, Path output, ServiceJvm service, int round, Map<String, String> known)
      throws InterruptedException {
    var done = new AtomicInteger();
    var clients = new ArrayList<Thread>();
    for (int number = 0; number < 4; number++) {
      var name = round + "-" + number;
      clients.add(
          new Thread(
              () -> {
                var client = client(folder, service);
                for (int i = 0; ; i++) {
                  var key = "key-" + name + "-" + i;
                  // only some jobs, because a process is slow on a busy machine
                  boolean runs = done.get() < RUN_FOR_REAL / KILLS;
                  var line = runs ? "echo $METASCHED_ATTEMPT >> %s/%s".formatted(output, key) : "";
                  try {
                    var body = runs ? job(line) : late(job("true"));
                    known.put(
                        key, client.post("/v1/jobs", body, Optional.of(key)).path("id").asText());
                    done.incrementAndGet();
                  } catch (ServiceException gone) {
                    return;
                  }
                }
              }));
    }
    clients.forEach(Thread::start);
    while (done.get() < JOBS_BETWEEN_KILLS) {
      Thread.onSpinWait();
    }
    service.kill();
    for (var client : clients) {
      client.join();
    }
  }

  /** Returns a job that waits for the whole test. */
  private static JsonNode late(JsonNode job) {
    ((ObjectNode) job).putObject("start").put("notBefore", "2199-01-01T00:00:00Z");
    return job;
  }

  private static void checkBook(Path folder, ServiceJvm service, Map<String, String> acknowledged) {
    var client = client(folder, service);
    var ids = new TreeSet<String>();
    var path = "/v1/jobs?limit=1000";
    for (var cursor = ""; ; ) {
      var page = client.get(path + cursor);
      page.path("items").forEach(job -> assertThat(ids.add(job.path("id").asText())).isTrue());
      if (!page.has("next")) {
        break;
      }
      cursor = "&cursor=" + page.path("next").asText();
    }
    assertThat(ids).containsAll(acknowledged.values());
    // one job for each key, and at most one for each interrupted request
    assertThat(new TreeSet<>(acknowledged.values())).hasSameSizeAs(acknowledged.values());
  }

  private static void checkRuns(
      Path folder, Path output, ServiceJvm service, Map<String, String> acknowledged)
      throws IOException {
    var client = client(folder, service);
    for (var each : acknowledged.entrySet()) {
      var file = output.resolve(each.getKey());
      var job = client.get("/v1/jobs/" + each.getValue());
      if (job.path("start").has("notBefore")) {
        assertThat(job.path("state").asText()).isEqualTo("waiting");
        continue;
      }
      var outcome = JobWatch.outcome(client, each.getValue());
      var lines = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
      assertThat(new TreeSet<>(lines)).hasSameSizeAs(lines); // no attempt has run twice
      assertThat(outcome.path("state").asText()).as(outcome.toString()).isEqualTo("finished");
      assertThat(lines).hasSize(1);
    }
    var money = 0L;
    var admin = ApiClient.of(service.url, folder.resolve("data/tokens/admin"), Optional.empty());
    for (var account : admin.get("/v1/accounts").path("items")) {
      money += milli(account.path("balance")) + milli(account.path("held"));
    }
    assertThat(money).isZero();
  }

  private static long milli(JsonNode amount) {
    return new BigDecimal(amount.asText()).movePointRight(3).longValueExact();
  }
}
