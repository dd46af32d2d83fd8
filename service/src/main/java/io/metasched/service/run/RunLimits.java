package io.metasched.service.run;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Limits of a run; empty values mean the limits of the machine.
 *
 * @param memoryBytes memory of all processes of the run together, in bytes, at least 1
 * @param processes number of processes and threads, at least 1
 */
public record RunLimits(OptionalLong memoryBytes, OptionalInt processes) {
  /** Only the limits of the machine. */
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
