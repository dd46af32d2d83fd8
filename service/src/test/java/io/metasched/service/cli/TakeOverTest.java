package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takeover between two services, each in a separate JVM, that share an event store in PostgreSQL.
 */
@Tag("slow")
@Tag("service")
final class TakeOverTest {
  private static final int JOBS = 30;
  @TempDir private Path folder;

  private static String submit(ApiClient client, int number) {
    var job = JsonNodeFactory.instance.objectNode();
    job.putObject("work").put("duration", "PT20S");
    job.putObject("start").put("notBefore", "2199-01-01T00:00:00Z");
    job.putObject("run").putArray("command").add("true");
    return client.post("/v1/jobs", job, Optional.of("key" + number)).path("id").asText();
  }

  private static long grants(ApiClient client) {
    return client.get("/v1/accounts/user1/ledger?limit=1000").findValuesAsText("kind").stream()
        .filter("grant"::equals)
        .count();
  }

  private static void awaitGrant(ApiClient client) throws InterruptedException {
    while (grants(client) == 0) {
      Thread.sleep(20);
    }
  }

  private static void signal(String name, ServiceJvm service) throws Exception {
    var pid = String.valueOf(service.process.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }

  @Test
  void theSecondTakesOverWhatTheFirstHasAcknowledgedAndFencesIt() throws Exception {
    try (var postgres = EmbeddedPostgres.start()) {
      var one = Files.createDirectory(folder.resolve("one"));
      var two = Files.createDirectory(folder.resolve("two"));
      var conf =
          "metasched.service.database { url = \"%s\" }"
              .formatted(postgres.getJdbcUrl("postgres", "postgres"));
      Files.writeString(one.resolve("my.conf"), conf);
      Files.writeString(two.resolve("my.conf"), conf);
      var first = ServiceJvm.start(one, "0");
      var second = ServiceJvm.launch(two, "0");
      try {
        var token = one.resolve("data/tokens/user1");
        var client = ApiClient.of(first.url, token, Optional.empty());
        var ids = new ArrayList<String>();
        for (int i = 0; i < JOBS; i++) {
          ids.add(submit(client, i));
        }
        assertThat(second.process.isAlive()).isTrue();
        var grant = JsonNodeFactory.instance.objectNode();
        grant.putObject("grant").put("amount", "5");
        var admin = one.resolve("data/tokens/admin");
        ApiClient.of(first.url, admin, Optional.empty()).patch("/v1/accounts/user1", grant);

        signal("STOP", first); // the service does not detect its pause
        second.awaitServing();
        var next = ApiClient.of(second.url, token, Optional.empty());
        awaitGrant(next); // paid by the first or by the second
        for (int i = 0; i < JOBS; i++) {
          assertThat(submit(next, i)).isEqualTo(ids.get(i));
        }
        signal("CONT", first);

        assertThat(first.process.onExit().join().exitValue()).isEqualTo(1);
        assertThat(submit(next, JOBS)).isNotIn(ids);
        assertThat(next.get("/v1/jobs?limit=1000").path("items")).hasSize(JOBS + 1);
        first = ServiceJvm.launch(one, "0");
        second.kill();
        first.awaitServing();
        var last = ApiClient.of(first.url, token, Optional.empty());
        assertThat(last.get("/v1/jobs?limit=1000").path("items")).hasSize(JOBS + 1);
        assertThat(grants(last)).isEqualTo(1);
      } finally {
        first.kill();
        second.kill();
      }
    }
  }
}
