package io.metasched.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "8, 7", "64, 16"})
  void oneProcessorIsLeftToRequests(int processors, int threads) {
    assertThat(ServiceSettings.plannerThreads(processors)).isEqualTo(threads);
  }
}
