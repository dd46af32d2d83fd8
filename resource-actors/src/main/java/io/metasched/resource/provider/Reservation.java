package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * Processors reserved for a span of time, as a number until it begins.
 *
 * @param request what was granted; of a best-effort request, within its range
 * @param startTick when it begins, at its ready time the earliest
 */
public record Reservation(ReservationRequest request, long startTick) {
  static final Comparator<Reservation> BY_START =
      Comparator.comparingLong(Reservation::startTick).thenComparingInt(r -> r.request().number());

  /** When the processors are free again at the latest. */
  public long endTick() {
    return startTick + request.durationTicks();
  }

  /** How long after its due date it ends; 0 in time. */
  public long tardinessTicks() {
    return Math.max(0, endTick() - request.dueTick());
  }
}
