package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kill of a service in a separate JVM while grants are due. */
@Tag("slow")
@Tag("service")
final class GrantKillTest {
  private static final int KILLS = 4;
  private static final List<String> USERS = List.of("user1", "user2", "user3");
  private static final String CONF =
      """
      metasched.service.users = [
        { name = "user1", deposit = "10", grant { amount = "7", period = yearly, zone = UTC, from = "2020-01-01" } }
        { name = "user2", deposit = "0" }
        { name = "user3", deposit = "0" }
      ]
      """;

  @TempDir private Path folder;

  @Test
  void eachPeriodIsPaidOnce() throws Exception {
    Files.writeString(folder.resolve("my.conf"), CONF);
    var random = new Random(1);
    var service = ServiceJvm.start(folder, "0");
    try {
      awaitPayments(admin(service), "user1", 1); // of service.conf
      for (int kill = 1; kill <= KILLS; kill++) {
        // a grant with another first day is a new one, whose present period is paid at once
        var day = LocalDate.parse("2026-01-01").plusDays(kill);
        for (var user : USERS) {
          set(admin(service), user, day);
        }
        Thread.sleep(random.nextInt(150)); // until before, in or after the payments
        service.kill();
        service = ServiceJvm.start(folder, service.port());
        for (var user : USERS) {
          awaitPayments(admin(service), user, kill + (user.equals("user1") ? 1 : 0));
        }
      }
      Thread.sleep(500); // in which nothing is paid again
      checkMoney(admin(service));
    } finally {
      service.kill();
    }
  }

  private ApiClient admin(ServiceJvm service) {
    return ApiClient.of(service.url, folder.resolve("data/tokens/admin"), Optional.empty());
  }

  private static void set(ApiClient admin, String user, LocalDate from) {
    var body = JsonNodeFactory.instance.objectNode();
    body.putObject("grant").put("amount", "3").put("period", "yearly").put("from", "" + from);
    admin.patch("/v1/accounts/" + user, body);
  }

  private static long payments(ApiClient admin, String user) {
    long payments = 0;
    for (var entry : admin.get("/v1/accounts/%s/ledger?limit=1000".formatted(user)).path("items")) {
      payments += entry.path("kind").asText().equals("grant") ? 1 : 0;
    }
    return payments;
  }

  private static void awaitPayments(ApiClient admin, String user, int count)
      throws InterruptedException {
    while (payments(admin, user) < count) {
      Thread.sleep(20);
    }
    assertThat(payments(admin, user)).isEqualTo(count);
  }

  private static void checkMoney(ApiClient admin) {
    long sum = 0;
    for (var account : admin.get("/v1/accounts").path("items")) {
      sum += milli(account.path("balance"));
      int grants = KILLS * 3000;
      switch (account.path("id").asText()) {
        case "user1" -> assertThat(milli(account.path("balance"))).isEqualTo(17_000 + grants);
        case "bank" -> {}
        default -> assertThat(milli(account.path("balance"))).isEqualTo(grants);
      }
    }
    assertThat(sum).isZero();
  }

  private static long milli(JsonNode amount) {
    return new BigDecimal(amount.asText()).movePointRight(3).longValueExact();
  }
}
