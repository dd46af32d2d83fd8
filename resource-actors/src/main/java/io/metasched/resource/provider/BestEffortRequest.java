package io.metasched.resource.provider;

/**
 * Best-effort request for processors at a future time, for a range of processors or a range of
 * time. Both ranges at once are not allowed, because the request would leave open whether to prefer
 * more processors or more time.
 *
 * <p>The start has precedence: it is the earliest start of the minimum amount. The grant is the
 * largest amount available from that start. For a range of processors, this is the number of
 * processors that are free throughout. For a range of time, it is the time during which the
 * requested processors are free, at most until the due time. An earlier start is therefore never
 * exchanged for a larger amount, and a larger range never changes the start. A late request gets
 * the minimum time, because more time would make the request even later.
 *
 * <p>Source: the hierarchical reservation paper, section 3.1, per-slot and per-time best effort of
 * SMOA Computing. Departure: the paper does not say which start is preferred.
 *
 * @param least the minimum useful amount; the request is refused if this amount cannot be granted
 * @param mostProcessors maximum useful number of processors
 * @param mostDurationTicks maximum useful time in ticks; may exceed the interval
 */
public record BestEffortRequest(
    ReservationRequest least, int mostProcessors, long mostDurationTicks)
    implements ReservationDemand {

  /**
   * @throws IllegalArgumentException if a maximum is below the least, or both amounts are ranges
   */
  public BestEffortRequest {
    if (mostProcessors < least.processors() || mostDurationTicks < least.durationTicks()) {
      throw new IllegalArgumentException(
          "reservation %d takes at least %d processors and %d ticks, but at most %d and %d"
              .formatted(
                  least.number(),
                  least.processors(),
                  least.durationTicks(),
                  mostProcessors,
                  mostDurationTicks));
    }
    if (mostProcessors > least.processors() && mostDurationTicks > least.durationTicks()) {
      throw new IllegalArgumentException(
          "reservation %d must have a range of processors or of time, but has both"
              .formatted(least.number()));
    }
  }

  /**
   * Creates a request for a range of processors, from the number in {@code least} to {@code most}.
   */
  public static BestEffortRequest ofProcessors(ReservationRequest least, int most) {
    return new BestEffortRequest(least, most, least.durationTicks());
  }

  /**
   * Creates a request for a range of time, from the duration of {@code least} to {@code mostTicks}.
   */
  public static BestEffortRequest ofTime(ReservationRequest least, long mostTicks) {
    return new BestEffortRequest(least, least.processors(), mostTicks);
  }
}
