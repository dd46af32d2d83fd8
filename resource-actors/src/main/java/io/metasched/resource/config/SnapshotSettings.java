package io.metasched.resource.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;

/**
 * When journaled actors store their state.
 *
 * @param every how many events there are from one snapshot to the next, at least 1
 */
public record SnapshotSettings(int every) {
  private static final String EVERY = "metasched.resource.journal.snapshot-every";

  /**
   * @throws IllegalArgumentException for a value out of its range
   */
  public SnapshotSettings {
    if (every < 1) {
      throw new IllegalArgumentException(
          "%s must be at least 1, but is %d".formatted(EVERY, every));
    }
  }

  /** The settings of this JVM's configuration. */
  public static SnapshotSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * The settings under {@code metasched.resource.journal}.
   *
   * @throws IllegalArgumentException where a value is missing or out of its range
   */
  public static SnapshotSettings read(Config config) {
    try {
      return new SnapshotSettings(config.getInt(EVERY));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(
          "%s must be a whole number of at least 1: %s".formatted(EVERY, e.getMessage()), e);
    }
  }
}
