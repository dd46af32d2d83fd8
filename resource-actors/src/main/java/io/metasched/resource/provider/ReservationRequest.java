package io.metasched.resource.provider;

/**
 * Asks for processors at a time to come. The interval is fixed where it is as long as the duration,
 * flexible where it is longer. One that is longer than its interval is refused.
 *
 * @param number unique among the jobs and reservations of a provider
 * @param readyTick the earliest start, 0 and up; one that has passed is as good as now
 * @param dueTick when it should have ended, 0 and up; a deadline or a due date, see {@link
 *     Lateness}
 * @param processors how many processors it takes at once, at least 1
 * @param durationTicks how long they are reserved, at least 1
 */
public record ReservationRequest(
    int number, long readyTick, long dueTick, int processors, long durationTicks)
    implements ReservationDemand {

  /**
   * @throws IllegalArgumentException for a request without processors or time, or an interval
   *     before time 0
   */
  public ReservationRequest {
    if (processors < 1 || durationTicks < 1) {
      throw new IllegalArgumentException(
          "reservation %d needs at least 1 processor and 1 tick, but has %d and %d"
              .formatted(number, processors, durationTicks));
    }
    if (readyTick < 0 || dueTick < 0) {
      throw new IllegalArgumentException(
          "the interval of reservation %d must lie at 0 or later, but is [%d, %d)"
              .formatted(number, readyTick, dueTick));
    }
  }

  /** Whether there is a start at all at which it would be met. */
  public boolean fitsItsInterval() {
    return durationTicks <= dueTick - readyTick;
  }

  @Override
  public ReservationRequest least() {
    return this;
  }

  @Override
  public int mostProcessors() {
    return processors;
  }

  @Override
  public long mostDurationTicks() {
    return durationTicks;
  }

  /** The same from a start on, as an interval that leaves no choice. */
  public ReservationRequest at(long startTick) {
    long end = Math.addExact(startTick, durationTicks);
    return new ReservationRequest(number, startTick, end, processors, durationTicks);
  }

  /** The same for other processors and another time. */
  ReservationRequest with(int processors, long durationTicks) {
    return new ReservationRequest(number, readyTick, dueTick, processors, durationTicks);
  }

  /** Processors x ticks. */
  long work() {
    return Math.multiplyExact(processors, durationTicks);
  }

  /** Whether a reservation that begins at a tick ends in time. */
  public boolean isMetBy(long startTick) {
    return startTick <= dueTick - durationTicks;
  }
}
