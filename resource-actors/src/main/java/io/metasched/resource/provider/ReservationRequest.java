package io.metasched.resource.provider;

/**
 * Request for processors at a future time. The interval is fixed if it is as long as the duration,
 * flexible if it is longer. A request longer than its interval is refused.
 *
 * @param number number, unique among the jobs and reservations of a provider
 * @param readyTick earliest start, at least 0; a tick in the past counts as now
 * @param dueTick tick by which the reservation should end, at least 0; a deadline or a due date,
 *     see {@link Lateness}
 * @param processors number of processors, all held at once, at least 1
 * @param durationTicks ticks for which the processors are reserved, at least 1
 */
public record ReservationRequest(
    int number, long readyTick, long dueTick, int processors, long durationTicks)
    implements ReservationDemand {

  /**
   * @throws IllegalArgumentException without processors or time, or for an interval before tick 0
   */
  public ReservationRequest {
    if (processors < 1 || durationTicks < 1) {
      throw new IllegalArgumentException(
          "reservation %d needs at least 1 processor and 1 tick, but has %d and %d"
              .formatted(number, processors, durationTicks));
    }
    if (readyTick < 0 || dueTick < 0) {
      throw new IllegalArgumentException(
          "the interval of reservation %d must be at 0 or later, but is [%d, %d)"
              .formatted(number, readyTick, dueTick));
    }
  }

  /** Returns whether any start would meet the request. */
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

  /** Returns a copy whose interval allows only the start {@code startTick}. */
  public ReservationRequest at(long startTick) {
    long end = Math.addExact(startTick, durationTicks);
    return new ReservationRequest(number, startTick, end, processors, durationTicks);
  }

  /** Returns a copy with the given processors and duration. */
  ReservationRequest with(int processors, long durationTicks) {
    return new ReservationRequest(number, readyTick, dueTick, processors, durationTicks);
  }

  /** Returns processors x ticks. */
  long work() {
    return Math.multiplyExact(processors, durationTicks);
  }

  /** Returns whether a reservation that begins at {@code startTick} ends in time. */
  public boolean isMetBy(long startTick) {
    return startTick <= dueTick - durationTicks;
  }
}
