package io.metasched.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Time or volume that a job needs.
 *
 * @param duration time on each node
 * @param volume volume on each node, which faster nodes finish sooner
 */
public record Work(Optional<Duration> duration, OptionalLong volume) {

  /** Returns the work that needs a time on each node. */
  public static Work lasting(Duration time) {
    return new Work(Optional.of(time), OptionalLong.empty());
  }

  /** Returns the work that needs a volume on each node. */
  public static Work ofVolume(long volume) {
    return new Work(Optional.empty(), OptionalLong.of(volume));
  }
}
