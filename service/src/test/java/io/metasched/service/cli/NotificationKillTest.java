package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import io.metasched.service.http.HookReceiver;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kill of a service between a delivery and the storage of its progress. */
@Tag("long")
@Tag("service")
final class NotificationKillTest {
  private static final int KILLS = 3;
  private static final int JOBS = 12;

  /** Number of deliveries that are answered before a kill. */
  private static final int ACCEPTED = 5;

  @Test
  void everyNotificationArrivesInOrderAndIsRepeatedUnderItsNumber() throws Exception {
    var folder = Files.createTempDirectory("metasched-notify");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        folder.resolve("my.conf"),
        "metasched.service.notifications.allowed-hosts = [\"127.0.0.1:*\"]");
    var service = ServiceJvm.start(folder, "0");
    var blocked = Stream.generate(() -> new CountDownLatch(1)).limit(KILLS).toList();
    var round = new AtomicInteger();
    try (var receiver = new HookReceiver(0)) {
      var accepted = new TreeMap<Integer, Integer>();
      receiver.answer =
          delivery -> {
            int now = round.get();
            if (now < KILLS && accepted.merge(now, 1, Integer::sum) > ACCEPTED) {
              blocked.get(now).countDown();
              waitForKill(round, now);
            }
            return 200;
          };
      var client = ApiClient.of(service.url, folder.resolve("data/tokens/user1"), Optional.empty());
      var hook = JsonNodeFactory.instance.objectNode().put("url", receiver.url("/"));
      List.of("booked", "started", "ended").forEach(hook.withArray("transitions")::add);
      var secret = client.post("/v1/webhooks", hook, Optional.empty()).path("secret").asText();
      var jobs = new TreeSet<String>();
      for (int number = 0; number < JOBS; number++) {
        var job = JsonNodeFactory.instance.objectNode();
        job.putObject("work").put("duration", "PT3M");
        job.putObject("run").putArray("command").add("true");
        jobs.add(client.post("/v1/jobs", job, Optional.empty()).path("id").asText());
      }
      var arrived = new ArrayList<HookReceiver.Delivery>();
      for (int kill = 0; kill < KILLS; kill++) {
        blocked.get(kill).await();
        service.kill();
        receiver.deliveries.drainTo(arrived);
        round.incrementAndGet();
        service = ServiceJvm.start(folder, service.port());
      }
      var ended = new TreeSet<String>();
      while (!ended.equals(jobs)) {
        arrived.stream()
            .filter(each -> each.json().path("transition").asText().equals("ended"))
            .forEach(each -> ended.add(each.json().at("/job/id").asText()));
        if (!ended.equals(jobs)) {
          arrived.add(receiver.deliveries.take());
        }
      }
      check(arrived, secret);
    } finally {
      service.kill();
    }
  }

  private static long number(HookReceiver.Delivery delivery) {
    return delivery.json().path("number").asLong();
  }

  private static void waitForKill(AtomicInteger round, int present) {
    while (round.get() == present) {
      Thread.onSpinWait();
    }
  }

  private static void check(List<HookReceiver.Delivery> arrived, String secret) throws Exception {
    var bodies = new TreeMap<Long, String>();
    var transitions = new TreeMap<String, List<String>>();
    for (var each : arrived) {
      assertThat(each.isSignedWith(secret)).isTrue();
      long number = number(each);
      var known = bodies.get(number);
      assertThat(known == null || known.equals(each.body())).isTrue();
      assertThat(known != null || bodies.isEmpty() || bodies.lastKey() < number).isTrue();
      if (known == null) {
        transitions
            .computeIfAbsent(each.json().at("/job/id").asText(), job -> new ArrayList<>())
            .add(each.json().path("transition").asText());
      }
      bodies.put(number, each.body());
    }
    assertThat(bodies.size()).isLessThan(arrived.size()); // at least one was repeated
    assertThat(transitions.values())
        .allSatisfy(all -> assertThat(String.join(" ", all)).matches("(booked )+started ended"));
  }
}
