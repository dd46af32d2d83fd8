package io.metasched.resource.provider;

/**
 * Asks for processors at a time to come, best effort: for a range of processors, or a range of
 * time, but not of both, which would leave open whether to have many for long enough or enough for
 * long.
 *
 * <p>The start comes first: it is the earliest that the least would get. What is granted is the
 * most that can be had from there on: of processors, those free throughout; of time, as long as the
 * least processors are free, at most to the due time. So an earlier start is never given up for
 * more, and asking for more never moves a start. A late one gets the least time, as any more would
 * make it later still.
 *
 * <p>Source: the hierarchical reservation paper, section 3.1, per-slot and per-time best effort of
 * SMOA Computing. Departure: the paper does not say which start is preferred.
 *
 * @param least the least that is of use; if it cannot be granted the request is refused
 * @param mostProcessors how many processors are of use at most
 * @param mostDurationTicks how much time is of use at most; may exceed the interval
 */
public record BestEffortRequest(
    ReservationRequest least, int mostProcessors, long mostDurationTicks)
    implements ReservationDemand {

  /**
   * @throws IllegalArgumentException where the most is less than the least, or both are ranges
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
          "reservation %d must be of a range of processors or of time, but is of both"
              .formatted(least.number()));
    }
  }

  /** For a range of processors: those of a request, or more. */
  public static BestEffortRequest ofProcessors(ReservationRequest least, int most) {
    return new BestEffortRequest(least, most, least.durationTicks());
  }

  /** For a range of time: that of a request, or more. */
  public static BestEffortRequest ofTime(ReservationRequest least, long mostTicks) {
    return new BestEffortRequest(least, least.processors(), mostTicks);
  }
}
