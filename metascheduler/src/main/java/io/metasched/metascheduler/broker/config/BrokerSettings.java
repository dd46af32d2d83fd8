package io.metasched.metascheduler.broker.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.metasched.metascheduler.broker.BrokerRules;
import java.time.Duration;

/**
 * Negotiation settings of a broker in wall-clock time.
 *
 * @param rules rules of the rounds; ticks are milliseconds
 * @param silence time after which an agent that does not answer is excluded from a round
 */
public record BrokerSettings(BrokerRules rules, Duration silence) {
  private static final String ROOT = "metasched.metascheduler.broker.";
  private static final String SILENCE = "silence";

  /**
   * @throws IllegalArgumentException if the silence is below 1 ms
   */
  public BrokerSettings {
    if (silence.toMillis() < 1) {
      throw new IllegalArgumentException(
          "%s%s must be at least 1 ms, but is %s".formatted(ROOT, SILENCE, silence));
    }
  }

  /**
   * Reads the settings under {@code metasched.metascheduler.broker}.
   *
   * @throws IllegalArgumentException if a value is missing or out of range
   */
  public static BrokerSettings read(Config config) {
    try {
      var rules =
          new BrokerRules(
              config.getInt(ROOT + "most-tasks"),
              config.getInt(ROOT + "idle-rounds"),
              config.getInt(ROOT + "most-rounds"),
              config.getDuration(ROOT + "offer-time").toMillis(),
              config.getDuration(ROOT + "hold-time").toMillis());
      return new BrokerSettings(rules, config.getDuration(ROOT + SILENCE));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(ROOT + ": " + e.getMessage(), e);
    }
  }
}
