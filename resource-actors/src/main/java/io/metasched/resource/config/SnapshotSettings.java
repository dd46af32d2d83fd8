package io.metasched.resource.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;

/**
 * Snapshot interval of journaled actors.
 *
 * @param every number of events between two snapshots, at least 1
 */
public record SnapshotSettings(int every) {
  private static final String EVERY = "metasched.resource.journal.snapshot-every";

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public SnapshotSettings {
    if (every < 1) {
      throw new IllegalArgumentException(
          "%s must be at least 1, but is %d".formatted(EVERY, every));
    }
  }

  /**
   * Reads the settings under {@code metasched.resource.journal}.
   *
   * @throws IllegalArgumentException if a value is missing or out of range
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
