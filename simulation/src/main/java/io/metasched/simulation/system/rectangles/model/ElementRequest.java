package io.metasched.simulation.system.rectangles.model;

import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.RigidJobTable;

/**
 * Request for elements of a multiprocessor with a common start, and the change that its user
 * requests later if the request is accepted.
 *
 * @param job number of the job
 * @param arrival tick of the request
 * @param ready earliest start
 * @param durationTicks required duration on standard elements, in ticks
 * @param deadline latest end
 * @param elements number of elements
 * @param wish later change requested by the user
 * @param wishMicro time of the change within the span of the reservation, in millionths, below
 *     1000000
 */
public record ElementRequest(
    long job,
    long arrival,
    long ready,
    long durationTicks,
    long deadline,
    int elements,
    Wish wish,
    int wishMicro) {
  /** Exclusive upper bound of {@link #wishMicro}, which would be the end of the span. */
  public static final int WHOLE_MICRO = 1_000_000;

  private static final int UNKNOWN_USER = -1;

  /** Changes that the user of an accepted request may request later. */
  public enum Wish {
    /** No change: the reservation is kept until its end. */
    NONE,
    /** Cancellation, between arrival and start. */
    CANCEL,
    /** Early end, between the start and the end. */
    END_EARLY,
    /** Return of half of the elements, rounded down, between the start and the end. */
    GIVE_BACK
  }

  /**
   * @throws IllegalArgumentException for a request that no multiprocessor could meet, or a change
   *     out of range
   */
  public ElementRequest {
    require(job, arrival >= 0 && ready >= arrival, "0 <= arrival <= ready", arrival, ready);
    require(
        job,
        durationTicks >= 1 && elements >= 1,
        "duration >= 1 and elements >= 1",
        durationTicks,
        elements);
    require(
        job,
        deadline >= ready && deadline - ready >= durationTicks,
        "deadline >= ready + duration",
        deadline,
        ready + durationTicks);
    require(
        job,
        wishMicro >= 0 && wishMicro < WHOLE_MICRO,
        "0 <= wish < whole",
        wishMicro,
        WHOLE_MICRO);
  }

  private static void require(long job, boolean holds, String rule, long one, long other) {
    if (!holds) {
      throw new IllegalArgumentException(
          "request of job %d: allowed is %s, given were %d and %d"
              .formatted(job, rule, one, other));
    }
  }

  /** Creates a request whose user keeps the reservation unchanged. */
  public static ElementRequest plain(
      long job, long arrival, long ready, long durationTicks, long deadline, int elements) {
    return new ElementRequest(job, arrival, ready, durationTicks, deadline, elements, Wish.NONE, 0);
  }

  /** Returns the request as an entry of a file, without the later change. */
  public JobEntry entry() {
    return RigidJobTable.entry(
        job,
        UNKNOWN_USER,
        new RigidJobTable.Times(arrival, ready, deadline),
        elements,
        new RigidJobTable.Length(durationTicks, durationTicks));
  }
}
