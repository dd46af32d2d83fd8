package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * Processors reserved for a span of time, as a number until the reservation begins.
 *
 * @param request the granted request; for a best-effort request, an amount within its range
 * @param startTick first tick, not before the ready time
 */
public record Reservation(ReservationRequest request, long startTick) {
  static final Comparator<Reservation> BY_START =
      Comparator.comparingLong(Reservation::startTick).thenComparingInt(r -> r.request().number());

  /** Returns the latest tick at which the processors are free again. */
  public long endTick() {
    return startTick + request.durationTicks();
  }

  /** Returns the ticks by which the reservation ends after its due date; 0 if it ends in time. */
  public long tardinessTicks() {
    return Math.max(0, endTick() - request.dueTick());
  }
}
