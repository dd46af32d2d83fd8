package io.metasched.simulation.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;

/**
 * How runs are played through actors.
 *
 * @param oneThreadUpTo runs of up to so many nodes are played by one thread, at least 0
 */
public record DriverSettings(int oneThreadUpTo) {
  private static final String ROOT = "metasched.simulation.";
  private static final String ONE_THREAD_UP_TO = "one-thread-up-to";

  /** The dispatcher of one thread. */
  public static final String ONE_THREAD_DISPATCHER = ROOT + "one-thread-dispatcher";

  /**
   * @throws IllegalArgumentException for a negative number
   */
  public DriverSettings {
    if (oneThreadUpTo < 0) {
      throw new IllegalArgumentException(
          "%s%s must be at least 0, but is %d".formatted(ROOT, ONE_THREAD_UP_TO, oneThreadUpTo));
    }
  }

  /** The settings of this JVM's configuration. */
  public static DriverSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * The settings under {@code metasched.simulation}.
   *
   * @throws IllegalArgumentException where the value is missing or out of its range
   */
  public static DriverSettings read(Config config) {
    try {
      return new DriverSettings(config.getInt(ROOT + ONE_THREAD_UP_TO));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(ROOT + ONE_THREAD_UP_TO + ": " + e.getMessage(), e);
    }
  }
}
