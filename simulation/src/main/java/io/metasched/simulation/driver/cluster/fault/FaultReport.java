package io.metasched.simulation.driver.cluster.fault;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Outcome of a fault.
 *
 * @param jvm number of the affected JVM; empty if the fault was never injected
 * @param noticedAfterMillis time from the fault until the JVM was detected as unreachable; empty
 *     for never
 * @param recoveredAfterMillis time from the fault until the next snapshot of a cycle had been
 *     taken; empty for never
 */
public record FaultReport(
    Fault fault,
    OptionalInt jvm,
    OptionalLong noticedAfterMillis,
    OptionalLong recoveredAfterMillis) {

  /** Returns the outcome in one line. */
  public String line() {
    if (jvm.isEmpty()) {
      return "Fault %s: did not occur".formatted(fault);
    }
    return "Fault %s: hit JVM %d, %s, %s"
        .formatted(
            fault,
            jvm.getAsInt(),
            after("noticed", noticedAfterMillis),
            after("recovered", recoveredAfterMillis));
  }

  private static String after(String what, OptionalLong millis) {
    return millis.isPresent()
        ? "%s after %.1f s".formatted(what, millis.getAsLong() / 1000.0)
        : "not " + what;
  }
}
