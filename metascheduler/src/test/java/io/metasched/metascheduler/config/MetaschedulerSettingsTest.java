package io.metasched.metascheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.metasched.resource.config.DomainSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetaschedulerSettingsTest {

  @ParameterizedTest
  @CsvSource({
    "stash-capacity, 0, at least 1",
    "cached-replies, 0, at least 1",
    "spare-parts, -1, at least 0",
    "fault-deadline, 0s, at least 1 ms",
    "fault-deadline, -1s, at least 1 ms",
    "retry-interval, 0s, at least 1 ms"
  })
  void aValueOutOfRangeIsNamed(String key, String value, String range) {
    var path = "metasched.metascheduler." + key;
    var config =
        ConfigFactory.parseString("%s = %s".formatted(path, value))
            .withFallback(ConfigFactory.load());

    assertThatThrownBy(() -> MetaschedulerSettings.read(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(path, range);
  }

  @Test
  void aMissingValueIsNamed() {
    var config = ConfigFactory.load().withoutPath("metasched.metascheduler.spare-parts");

    assertThatThrownBy(() -> MetaschedulerSettings.read(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spare-parts");
  }

  @Test
  void theDefaultsAreInRange() {
    assertThat(MetaschedulerSettings.load())
        .isEqualTo(
            new MetaschedulerSettings(
                10000, 10000, 8, Duration.ofSeconds(60), Duration.ofSeconds(60)));
  }

  @Test
  void oneIssuerUsesHalfOfTheSmallestBound() {
    var day = Duration.ofDays(1);

    assertThat(MetaschedulerSettings.load().commandsAtOnce(domain(4096, 10000))).isEqualTo(2048);
    assertThat(new MetaschedulerSettings(7, 9, 8, day, day).commandsAtOnce(domain(100, 100)))
        .isEqualTo(3);
    assertThat(new MetaschedulerSettings(9, 7, 8, day, day).commandsAtOnce(domain(100, 100)))
        .isEqualTo(3);
    assertThat(new MetaschedulerSettings(9, 9, 8, day, day).commandsAtOnce(domain(100, 1)))
        .isEqualTo(1);
  }

  private static DomainSettings domain(int commands, int replies) {
    return new DomainSettings(1, commands, replies, 1, 1, 0, 0);
  }
}
