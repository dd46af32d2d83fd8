package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import io.metasched.service.http.HookReceiver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notifications by a standby service after the service that sent them was killed. */
@Tag("slow")
@Tag("service")
final class NotificationTakeOverTest {
  private static final int JOBS = 12;

  /** Number of deliveries that are accepted before the kill. */
  private static final int ACCEPTED = 5;

  @TempDir private Path folder;

  private ServiceJvm launch(String name, EmbeddedPostgres postgres) throws Exception {
    var own = Files.createDirectory(folder.resolve(name));
    var conf =
        """
        metasched.service {
          database.url = "%s"
          notifications.allowed-hosts = ["127.0.0.1:*"]
        }
        """;
    var url = postgres.getJdbcUrl("postgres", "postgres");
    Files.writeString(own.resolve("my.conf"), conf.formatted(url));
    return ServiceJvm.launch(own, "0");
  }

  private static String cancelledJob(ApiClient client) {
    var job = JsonNodeFactory.instance.objectNode();
    job.putObject("work").put("duration", "PT20S");
    job.putObject("start").put("notBefore", "2199-01-01T00:00:00Z");
    job.putObject("run").putArray("command").add("true");
    var id = client.post("/v1/jobs", job, Optional.empty()).path("id").asText();
    var none = JsonNodeFactory.instance.objectNode();
    client.post("/v1/jobs/" + id + ":cancel", none, Optional.empty());
    return id;
  }

  @Test
  void theSuccessorSendsWhatTheFirstHasNotDelivered() throws Exception {
    try (var postgres = EmbeddedPostgres.start();
        var receiver = new HookReceiver(0)) {
      var first = launch("one", postgres);
      first.awaitServing();
      var second = launch("two", postgres);
      try {
        var accepted = new AtomicInteger();
        var blocked = new CountDownLatch(1);
        var killed = new CountDownLatch(1);
        receiver.answer =
            delivery -> {
              if (accepted.incrementAndGet() > ACCEPTED && killed.getCount() > 0) {
                blocked.countDown();
                await(killed);
              }
              return 204;
            };
        var token = folder.resolve("one/data/tokens/user1");
        var client = ApiClient.of(first.url, token, Optional.empty());
        var hook = JsonNodeFactory.instance.objectNode().put("url", receiver.url("/"));
        hook.putArray("transitions").add("ended");
        var secret = client.post("/v1/webhooks", hook, Optional.empty()).path("secret").asText();
        var jobs = new TreeSet<String>();
        for (int number = 0; number < JOBS; number++) {
          jobs.add(cancelledJob(client));
        }
        blocked.await();
        first.kill();
        killed.countDown();
        second.awaitServing();

        jobs.add(cancelledJob(ApiClient.of(second.url, token, Optional.empty())));

        var reported = new TreeMap<Long, String>();
        while (reported.size() < jobs.size()) {
          var delivery = receiver.deliveries.take();
          assertThat(delivery.isSignedWith(secret)).isTrue();
          long number = delivery.json().path("number").asLong();
          boolean isNext = reported.isEmpty() || number > reported.lastKey();
          assertThat(isNext || reported.containsKey(number)).isTrue(); // new ones are in order
          reported.put(number, delivery.json().at("/job/id").asText());
        }
        assertThat(reported.values()).containsExactlyInAnyOrderElementsOf(jobs);
      } finally {
        first.kill();
        second.kill();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
