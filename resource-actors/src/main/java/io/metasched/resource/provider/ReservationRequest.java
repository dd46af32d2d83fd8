package io.metasched.resource.provider;

/**
 * Asks for processors at a time to come. The interval is fixed where it is as long as the duration,
 * flexible where it is longer.
 *
 * @param number unique among the jobs and reservations of a provider
 * @param readyTick the earliest start
 * @param dueTick when it should have ended; a deadline or a due date, see {@link Lateness}
 * @param processors how many processors it takes at once, at least 1
 * @param durationTicks how long they are reserved, at least 1
 */
public record ReservationRequest(
    int number, long readyTick, long dueTick, int processors, long durationTicks) {

  /**
   * @throws IllegalArgumentException for a request without processors or time, or whose interval is
   *     shorter than its duration
   */
  public ReservationRequest {
    if (processors < 1 || durationTicks < 1) {
      throw new IllegalArgumentException(
          "reservation %d needs at least 1 processor and 1 tick, but has %d and %d"
              .formatted(number, processors, durationTicks));
    }
    if (readyTick < 0 || dueTick - readyTick < durationTicks) {
      throw new IllegalArgumentException(
          "reservation %d must fit its interval, but lasts %d in [%d, %d)"
              .formatted(number, durationTicks, readyTick, dueTick));
    }
  }

  /** Whether a reservation that begins at a tick ends in time. */
  public boolean isMetBy(long startTick) {
    return startTick <= dueTick - durationTicks;
  }
}
