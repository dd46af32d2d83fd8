package io.metasched.service.run;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a run may use at most; empty for what the machine allows.
 *
 * @param memoryBytes memory of all its processes together, at least 1
 * @param processes how many processes and threads, at least 1
 */
public record RunLimits(OptionalLong memoryBytes, OptionalInt processes) {
  /** No limits of its own. */
  public static final RunLimits NONE = new RunLimits(OptionalLong.empty(), OptionalInt.empty());

  /**
   * @throws IllegalArgumentException for a limit below 1
   */
  public RunLimits {
    if (memoryBytes.orElse(1) < 1 || processes.orElse(1) < 1) {
      throw new IllegalArgumentException("a limit must be at least 1");
    }
  }
}
