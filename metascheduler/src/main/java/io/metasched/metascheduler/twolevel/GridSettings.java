package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.Lateness;

/**
 * Settings of the grid queue.
 *
 * @param queueing rule by which reservations leave the grid queue
 * @param periodTicks ticks between two dispatches; 0 to dispatch on arrival
 * @param setApart number of providers, from the first one on, that take only reservations, whereas
 *     the others take only batch jobs (the paper's static policy); 0: every provider takes both
 * @param lateness treatment of a reservation that cannot be met in its interval
 */
public record GridSettings(Queueing queueing, long periodTicks, int setApart, Lateness lateness) {

  /** Rule by which reservations leave the grid queue. */
  public enum Queueing {
    /** On arrival ({@code ar-first}). */
    RESERVATIONS_FIRST,
    /** In their turn among the batch jobs ({@code ar-fcfs}). */
    IN_ORDER_OF_ARRIVAL
  }

  /**
   * Default settings: dispatch on arrival, reservations first, every provider for both, late
   * reservations allowed.
   */
  public static final GridSettings DEFAULTS =
      new GridSettings(Queueing.RESERVATIONS_FIRST, 0, 0, Lateness.ALLOWED);

  /**
   * @throws IllegalArgumentException if a number is negative
   */
  public GridSettings {
    if (periodTicks < 0 || setApart < 0) {
      throw new IllegalArgumentException(
          "the period and the providers set apart must be at least 0, but are %d and %d"
              .formatted(periodTicks, setApart));
    }
  }

  /** Returns a copy with the first {@code providers} providers set apart for reservations. */
  public GridSettings withSetApart(int providers) {
    return new GridSettings(queueing, periodTicks, providers, lateness);
  }

  /** Returns a copy with the given period. */
  public GridSettings withPeriodTicks(long ticks) {
    return new GridSettings(queueing, ticks, setApart, lateness);
  }

  /** Returns a copy with the given rule of queueing. */
  public GridSettings withQueueing(Queueing other) {
    return new GridSettings(other, periodTicks, setApart, lateness);
  }

  /** Returns a copy with the given lateness. */
  public GridSettings withLateness(Lateness other) {
    return new GridSettings(queueing, periodTicks, setApart, other);
  }
}
