package io.metasched.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.book.Grant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceSettingsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"tokens-per-minute", "most-tokens", "wrong-tokens-per-minute"})
  void boundsOnTokensAreAtLeastOne(String key) throws IOException {
    var text = "metasched.service.access.%s = 0".formatted(key);
    var conf = Files.writeString(folder.resolve("my.conf"), text);

    assertThatThrownBy(
            () ->
                ServiceSettings.read(Optional.of(conf), Optional.empty(), Optional.empty(), folder))
        .isInstanceOf(SettingsException.class)
        .hasMessage("metasched.service.access.%s: allowed is 1 and up, given was '0'", key);
  }

  @ParameterizedTest
  @CsvSource({
    "cycle.queue-order = lifo, 'fifo, priority, fair-share', lifo",
    "cycle.half-life = 1s, 1m to 366d, PT1S",
    "cycle.highest-priority = 1001, 0 to 1000, 1001",
    "notifications.webhooks-of-account = -1, 0 and up, -1",
    "notifications.mails-per-hour = 0, 1 and up, 0",
    "notifications.give-up-after = 0s, 1s and up, PT0S",
    "notifications.allowed-hosts = [\"http://h\"], 'HOST, HOST:PORT or HOST:*, in lower case, with"
        + " *. at the beginning for any names', http://h"
  })
  void boundsOfTheQueueAndOfNotificationsAreChecked(String setting, String allowed, String given)
      throws IOException {
    var text = "metasched.service { %s }".formatted(setting);
    var conf = Files.writeString(folder.resolve("my.conf"), text);
    var key = setting.replaceFirst(" .*", "");

    assertThatThrownBy(
            () ->
                ServiceSettings.read(Optional.of(conf), Optional.empty(), Optional.empty(), folder))
        .isInstanceOf(SettingsException.class)
        .hasMessage("metasched.service.%s: allowed is %s, given was '%s'", key, allowed, given);
  }

  private ServiceSettings withGrant(String grant) throws IOException {
    return withUsers("{ name = physics, deposit = \"0\", grant { %s } }".formatted(grant));
  }

  private ServiceSettings withUsers(String users) throws IOException {
    var text = "metasched.service.users = [ %s ]".formatted(users);
    var conf = Files.writeString(folder.resolve("my.conf"), text);
    return ServiceSettings.read(Optional.of(conf), Optional.empty(), Optional.empty(), folder);
  }

  @ParameterizedTest
  @CsvSource({
    "bank, 1, name, 'a lower case letter, then up to 31 lower case letters, digits and hyphens, not admin, bank or owners-...', bank",
    "owners-x, 1, name, 'a lower case letter, then up to 31 lower case letters, digits and hyphens, not admin, bank or owners-...', owners-x",
    "physics, 1, name, each name once, physics",
    "lab, 999999999999999.999, deposit, at most 999999999999999.999 in total, 1000000000000000.999"
  })
  void usersHaveAccountsThatCanBeOpened(
      String name, String deposit, String key, String allowed, String given) {
    var users = "{ name = physics, deposit = \"1\" }, { name = \"%s\", deposit = \"%s\" }";

    assertThatThrownBy(() -> withUsers(users.formatted(name, deposit)))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "%s: 1: users[1] '%s': metasched.service.users.%s: allowed is %s, given was '%s'",
            folder.resolve("my.conf"), name, key, allowed, given);
  }

  @Test
  void aUserMayHaveAGrant() throws IOException {
    var from = LocalDate.parse("2026-01-01");
    var grant = new Grant(500_000, Grant.Period.MONTHLY, "Europe/Berlin", from, false);
    var text = "amount = \"500\", period = monthly, zone = Europe/Berlin, from = 2026-01-01";

    assertThat(withGrant(text).users())
        .containsExactly(new ServiceSettings.FirstUser("physics", 0, Optional.of(grant)));
    assertThat(withGrant(text + ", carry-over = true").users().get(0).grant().orElseThrow())
        .isEqualTo(new Grant(500_000, Grant.Period.MONTHLY, "Europe/Berlin", from, true));
  }

  @ParameterizedTest
  @CsvSource({
    "amount = \"0\", amount, above 0, 0",
    "period = daily, period, 'weekly, monthly, yearly', daily",
    "zone = Nowhere/City, zone, a time zone such as Europe/Berlin, Nowhere/City",
    "from = 1999-12-31, from, a day from 2000-01-01 to 2099-12-31, 1999-12-31"
  })
  void termsOfAGrantAreChecked(String setting, String key, String allowed, String given) {
    var text = "amount = \"500\", period = monthly, zone = UTC, from = 2026-01-01, " + setting;

    assertThatThrownBy(() -> withGrant(text))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "%s: 1: users[0] 'physics': metasched.service.users.grant.%s: allowed is %s, given was"
                + " '%s'",
            folder.resolve("my.conf"), key, allowed, given);
  }

  @ParameterizedTest
  @ValueSource(strings = {"amount", "period", "zone", "from"})
  void aMissingTermOfAGrantIsNamedWithItsPath(String missing) {
    var all = "amount = \"500\", period = monthly, zone = UTC, from = 2026-01-01";
    var text = all.replaceFirst(missing + " = [^,]*(, )?", "");

    assertThatThrownBy(() -> withGrant(text))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "%s: 1: users[0] 'physics': No configuration setting found for key 'grant.%s'",
            folder.resolve("my.conf"), missing);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "8, 7", "64, 16"})
  void oneProcessorIsLeftToRequests(int processors, int threads) {
    assertThat(ServiceSettings.plannerThreads(processors)).isEqualTo(threads);
  }
}
