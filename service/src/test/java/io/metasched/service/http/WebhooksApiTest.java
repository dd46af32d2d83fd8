package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.http.HookReceiver.Delivery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks and mails of a whole service, with receivers that fail in several ways. */
final class WebhooksApiTest {
  private static final String JOB =
      "{\"name\":\"j\",\"work\":{\"duration\":\"PT10S\"},\"labels\":{\"k\":\"v\"}%s,"
          + "\"run\":{\"command\":[\"%s\"]}}";

  @TempDir private Path folder;
  private TestedApi api;
  private HookReceiver receiver;

  @BeforeEach
  void start() throws Exception {
    receiver = new HookReceiver(0);
    var mail = folder.resolve("mail");
    Files.writeString(
        mail,
        "#!/bin/sh\n{ cat; echo \"arguments: $*\"; env; } >%s/mails.new\n".formatted(folder)
            + "mv %1$s/mails.new %1$s/mails\n".formatted(folder));
    Files.setPosixFilePermissions(mail, PosixFilePermissions.fromString("rwx------"));
    api =
        new TestedApi(
            folder,
            "metasched.service { cycle.period = 100ms, notifications { webhooks-of-account = 3",
            "mail-command = [\"%s\", \"-t\"]".formatted(mail),
            "allowed-hosts = [\"127.0.0.1:*\", \"localhost:1\"] } }");
  }

  @AfterEach
  void end() {
    api.close();
    receiver.close();
  }

  private JsonNode create(String url, String more) throws Exception {
    var answer =
        api.call("POST", "/v1/webhooks", "user1", "{\"url\":\"%s\"%s}".formatted(url, more));
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return answer.json();
  }

  private JsonNode status(String id) throws Exception {
    for (var each : api.call("GET", "/v1/webhooks", "user1", "").json().path("items")) {
      if (each.path("id").asText().equals(id)) {
        return each;
      }
    }
    throw new AssertionError(id);
  }

  private void when(String id, String member, int value) throws Exception {
    while (status(id).path(member).asInt() != value) {
      Thread.sleep(20);
    }
  }

  @Test
  void eachTransitionIsDeliveredInOrderAndSigned() throws Exception {
    var made =
        create(receiver.url("/h?x=1"), ",\"transitions\":[\"booked\",\"started\",\"ended\"]");
    var secret = made.path("secret").asText();
    var job = api.submit("user1", JOB.formatted("", "exit-3"));
    api.submit("user2", JOB.formatted("", "x"));
    api.outcome(job);

    var seen = new ArrayList<Delivery>();
    while (seen.size() < 3) {
      seen.add(receiver.deliveries.take());
    }

    assertThat(secret).startsWith("mst_");
    assertThat(seen)
        .extracting(each -> each.json().path("transition").asText())
        .containsExactly("booked", "started", "failed");
    for (var each : seen) {
      var body = each.json();
      assertThat(each.path()).isEqualTo("/h?x=1");
      assertThat(each.isSignedWith(secret)).isTrue();
      assertThat(each.isSignedWith(secret + "x")).isFalse();
      assertThat(each.name())
          .isEqualTo(made.path("id").asText() + ":" + body.path("number").asLong());
      assertThat(body.at("/job/id").asText()).isEqualTo(job);
      assertThat(body.at("/job/labels/k").asText()).isEqualTo("v");
    }
    assertThat(seen.get(2).json().at("/event/state").asText()).isEqualTo("failed");
    when(made.path("id").asText(), "waiting", 0);
    var status = status(made.path("id").asText());
    assertThat(status.path("delivered").asLong())
        .isEqualTo(seen.get(2).json().path("number").asLong());
    assertThat(status.has("secret")).isFalse();
    var metrics = api.call("GET", "/metrics", "admin", "").response().body();
    assertThat(metrics)
        .contains("metasched_notifications_total{kind=\"webhook\",outcome=\"delivered\"} 3.0")
        .contains("metasched_notifications_waiting{kind=\"webhook\"} 0.0");
  }

  @Test
  void aFailedDeliveryIsRepeatedWithItsNumberAndDelaysNoOtherWebhook() throws Exception {
    var failures = new AtomicInteger(2);
    try (var other = new HookReceiver(0)) {
      receiver.answer = delivery -> failures.getAndDecrement() > 0 ? 500 : 200;
      create(receiver.url("/"), ",\"transitions\":[\"started\",\"ended\"]");
      create(other.url("/"), "");

      api.submit("user1", JOB.formatted("", "x"));

      other.deliveries.take();
      var seen = new ArrayList<Delivery>();
      while (seen.size() < 4) {
        seen.add(receiver.deliveries.take());
      }
      var first = seen.get(0);
      assertThat(seen)
          .extracting(Delivery::name)
          .containsExactly(first.name(), first.name(), first.name(), seen.get(3).name());
      assertThat(seen)
          .extracting(Delivery::body)
          .containsExactly(first.body(), first.body(), first.body(), seen.get(3).body());
      assertThat(seen.get(3).json().path("transition").asText()).isEqualTo("ended");
    }
  }

  @Test
  void redirectsAreNotFollowedAndBodiesAreNotRead() throws Exception {
    receiver.answer = delivery -> delivery.path().equals("/r") ? 302 : 206;
    var redirected = create(receiver.url("/r"), "").path("id").asText();
    var endless = create(receiver.url("/endless"), "").path("id").asText();

    api.submit("user1", JOB.formatted("", "x"));

    while (status(redirected).path("failures").asInt() < 1) {
      Thread.sleep(20);
    }
    assertThat(status(redirected).path("error").asText()).isEqualTo("the receiver answered 302");
    when(endless, "waiting", 0);
    while (status(endless).path("delivered").asInt() == 0) {
      Thread.sleep(20);
    }
    assertThat(receiver.deliveries).extracting(Delivery::path).doesNotContain("/elsewhere");
  }

  @Test
  void deliveriesContinueAfterARestartWithTheSameNumbers() throws Exception {
    var blocked = new CountDownLatch(1);
    receiver.answer =
        delivery -> {
          try {
            blocked.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return 200;
        };
    var id =
        create(receiver.url("/"), ",\"transitions\":[\"started\",\"ended\"]").path("id").asText();
    api.outcome(api.submit("user1", JOB.formatted("", "x")));
    var first = receiver.deliveries.take(); // received, but not answered
    api.service.close();
    blocked.countDown();

    api.startAgain();

    assertThat(receiver.deliveries.take().name()).isEqualTo(first.name());
    assertThat(receiver.deliveries.take().json().path("transition").asText()).isEqualTo("ended");
    when(id, "waiting", 0);
    api.service.close();
    api.startAgain();
    api.outcome(api.submit("user1", JOB.formatted("", "x")));
    assertThat(receiver.deliveries.take().json().path("number").asLong())
        .isGreaterThan(first.json().path("number").asLong() + 1);
  }

  @Test
  void aReceiverThatWasAwayGetsWhatItMissed() throws Exception {
    int port = receiver.port();
    receiver.close();
    var id = create("http://127.0.0.1:%d/".formatted(port), "").path("id").asText();
    var job = api.submit("user1", JOB.formatted("", "x"));
    api.outcome(job);
    while (status(id).path("failures").asInt() < 1) {
      Thread.sleep(20);
    }
    var away = status(id);
    assertThat(away.path("error").asText()).startsWith("no connection");
    assertThat(away.path("waiting").asInt()).isEqualTo(1);
    assertThat(away.has("next")).isTrue();

    receiver = new HookReceiver(port);

    assertThat(receiver.deliveries.take().json().at("/job/id").asText()).isEqualTo(job);
    when(id, "failures", 0);
    assertThat(status(id).has("error")).isFalse();
  }

  @Test
  void webhooksAreCheckedBoundedAndSeenByTheirAccountOnly() throws Exception {
    var url = receiver.url("/");
    var elsewhere = "{\"url\":\"http://example.org/\"}";
    var refused = api.call("POST", "/v1/webhooks", "user1", elsewhere);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/pointer").asText()).isEqualTo("/url");
    assertThat(refused.json().path("detail").asText())
        .isEqualTo("/url: example.org:80 is not one of notifications.allowed-hosts of the service");
    assertThat(refused.json().at("/errors/0/given").asText()).isEqualTo("http://example.org/");
    var unknown = "{\"url\":\"%s\",\"job\":\"none\"}".formatted(url);
    assertThat(api.call("POST", "/v1/webhooks", "user1", unknown).status()).isEqualTo(404);
    var others = "{\"url\":\"%s\",\"account\":\"user2\"}".formatted(url);
    assertThat(api.call("POST", "/v1/webhooks", "user1", others).status()).isEqualTo(403);
    var nobody = "{\"url\":\"%s\",\"account\":\"nobody\"}".formatted(url);
    assertThat(api.call("POST", "/v1/webhooks", "admin", nobody).status()).isEqualTo(404);
    var job = api.submit("user1", JOB.formatted("", "x"));
    var ids = new ArrayList<String>();
    for (var more :
        List.of("", ",\"labels\":{\"k\":\"other\"}", ",\"job\":\"%s\"".formatted(job))) {
      ids.add(create(url, more).path("id").asText());
    }
    var again = api.call("POST", "/v1/webhooks", "user1", "{\"url\":\"%s\"}".formatted(url));
    assertThat(again.status()).isEqualTo(429);
    assertThat(again.json().path("detail").asText())
        .isEqualTo("account user1 may have 3 webhooks: delete some of them");

    assertThat(api.call("GET", "/v1/webhooks", "user2", "").json().path("items")).isEmpty();
    assertThat(api.call("DELETE", "/v1/webhooks/" + ids.get(0), "user2", "").status())
        .isEqualTo(404);
    assertThat(api.call("DELETE", "/v1/webhooks/" + ids.get(0), "user1", "").status())
        .isEqualTo(204);
    assertThat(api.call("GET", "/v1/webhooks", "admin", "").json().path("items")).hasSize(2);
  }

  @Test
  void aMailIsSentByTheCommandWithoutOtherVariables() throws Exception {
    var mail = ",\"mail\":{\"to\":\"ann@example.org\",\"transitions\":[\"failed\"]}";
    var job = api.submit("user1", JOB.formatted(mail, "exit-3"));
    var shown = api.outcome(job);
    assertThat(shown.at("/mail/to").asText()).isEqualTo("ann@example.org");
    var sent = folder.resolve("mails");
    while (!Files.exists(sent)) {
      Thread.sleep(20);
    }

    assertThat(Files.readAllLines(sent))
        .contains(
            "To: ann@example.org",
            "Subject: Job %s failed (failed)".formatted(job),
            "Name: j",
            "arguments: -t")
        .noneMatch(line -> line.startsWith("HOME="));
  }

  @Test
  void anAddressIsCheckedAndAServiceWithoutAMailCommandRefusesMails() throws Exception {
    for (var address :
        List.of("ann", "-x@h.org", "ann@h.org\\nBcc: b@h.org", "a b@h.org", "a@-h")) {
      var mail = ",\"mail\":{\"to\":\"%s\"}".formatted(address);
      var answer = api.call("POST", "/v1/jobs", "user1", JOB.formatted(mail, "x"));
      assertThat(answer.status()).as(address).isEqualTo(400);
      assertThat(answer.json().at("/errors/0/pointer").asText()).isEqualTo("/mail/to");
    }
    api.close();
    api = new TestedApi(Files.createDirectory(folder.resolve("other")));

    var job = JOB.formatted(",\"mail\":{\"to\":\"ann@h.org\"}", "x");

    var one = api.call("POST", "/v1/jobs", "user1", job);
    assertThat(one.status()).isEqualTo(400);
    assertThat(one.json().path("detail").asText())
        .isEqualTo("/mail: the service sends no mails (notifications.mail-command)");
    var batch = "{\"jobs\":[%s,%s]}".formatted(JOB.formatted("", "x"), job);
    var all = api.call("POST", "/v1/jobs:batch", "user1", batch);
    assertThat(all.json().at("/errors/0/pointer").asText()).isEqualTo("/jobs/1/mail");
    assertThat(
            api.call("POST", "/v1/webhooks", "user1", "{\"url\":\"http://h/\"}")
                .json()
                .path("detail")
                .asText())
        .isEqualTo("/url: the service sends no notifications (notifications.allowed-hosts)");
  }
}
