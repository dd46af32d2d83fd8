package io.metasched.simulation.bench;

import io.metasched.simulation.config.UsageException;
import java.util.List;

/**
 * How much {@link ProfileBench} measures.
 *
 * @param reservations numbers of reservations, in the order in which they are measured
 * @param seconds how long each row is measured
 * @param changes how many changes of the profile each row has instead, or 0
 */
public record ProfileBenchSize(List<Integer> reservations, double seconds, int changes) {
  private static final int LEAST_RESERVATIONS = 100;
  private static final int MOST_RESERVATIONS = 10_000_000;

  /**
   * @throws UsageException for a number out of its range
   */
  public ProfileBenchSize {
    reservations = List.copyOf(reservations);
    for (int count : reservations) {
      Limits.requireBetween("--reservations", LEAST_RESERVATIONS, MOST_RESERVATIONS, count);
    }
    Limits.requireSeconds(seconds);
  }

  /** Whether so much has been measured that a row is done. */
  boolean isEnough(int done, long nanos) {
    return changes > 0 ? done >= changes : nanos >= seconds * 1e9;
  }
}
