package io.metasched.simulation.result;

import io.metasched.resource.provider.ReservationAnswer;

/**
 * A job on two levels, as in its jobs.csv; ticks and the provider are -1 where there is none.
 *
 * @param id its number
 * @param kind whether it asked for a reservation
 * @param submit when it reached the grid queue
 * @param processors how many it takes
 * @param runTicks how long it runs
 * @param limitTicks what its user asked for
 * @param ready earliest start of its reservation
 * @param due when its reservation should have ended
 * @param reservedTicks how long its reservation is to be
 * @param leastTicks how long it is to be at the least
 * @param provider where it ran, from 0
 * @param start when it began
 * @param end when it ended
 * @param promised start of the reservation it got
 * @param grantedTicks how long the reservation is that it got
 * @param stopped whether it was stopped at the end of its reservation
 * @param refused why it got none, else empty
 */
public record TwoLevelJobRow(
    long id,
    Kind kind,
    long submit,
    int processors,
    long runTicks,
    long limitTicks,
    long ready,
    long due,
    long reservedTicks,
    long leastTicks,
    int provider,
    long start,
    long end,
    long promised,
    long grantedTicks,
    boolean stopped,
    String refused) {

  /** What a job asks for. */
  public enum Kind {
    /** To be run when there is room. */
    BATCH,
    /** Processors at a time to come. */
    RESERVATION
  }

  /** Whether it asks for a reservation. */
  public boolean isReservation() {
    return kind == Kind.RESERVATION;
  }

  /** Whether it ran. */
  public boolean hasRun() {
    return start >= 0 && end >= 0;
  }

  /** What files call a reason for a refusal. */
  public static String word(ReservationAnswer.Reason reason) {
    return RowFormat.lowerCase(reason);
  }
}
