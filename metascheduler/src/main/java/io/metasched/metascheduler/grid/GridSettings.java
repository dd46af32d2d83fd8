package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.Lateness;

/**
 * How the grid queue is served.
 *
 * @param queueing when reservations leave the grid queue
 * @param periodTicks time between two dispatches, 0 to dispatch on arrival
 * @param setApart so many providers, the first, take reservations only and the others batch jobs
 *     only (the paper's static policy); 0 lets every provider take both
 * @param lateness what becomes of a reservation that cannot be met in its interval
 */
public record GridSettings(Queueing queueing, long periodTicks, int setApart, Lateness lateness) {

  /** When reservations leave the grid queue. */
  public enum Queueing {
    /** On arrival ({@code ar-first}). */
    RESERVATIONS_FIRST,
    /** In their turn among the batch jobs ({@code ar-fcfs}). */
    IN_ORDER_OF_ARRIVAL
  }

  /** On-line, every provider for both, late reservations allowed. */
  public static final GridSettings DEFAULTS =
      new GridSettings(Queueing.RESERVATIONS_FIRST, 0, 0, Lateness.ALLOWED);

  /**
   * @throws IllegalArgumentException for a negative number
   */
  public GridSettings {
    if (periodTicks < 0 || setApart < 0) {
      throw new IllegalArgumentException(
          "the period and the providers set apart must be at least 0, but are %d and %d"
              .formatted(periodTicks, setApart));
    }
  }

  /** The same, with the first providers set apart for reservations. */
  public GridSettings withSetApart(int providers) {
    return new GridSettings(queueing, periodTicks, providers, lateness);
  }

  /** The same, with another period. */
  public GridSettings withPeriodTicks(long ticks) {
    return new GridSettings(queueing, ticks, setApart, lateness);
  }

  /** The same, with reservations leaving the queue otherwise. */
  public GridSettings withQueueing(Queueing other) {
    return new GridSettings(other, periodTicks, setApart, lateness);
  }

  /** The same, with late reservations allowed or refused. */
  public GridSettings withLateness(Lateness other) {
    return new GridSettings(queueing, periodTicks, setApart, other);
  }
}
