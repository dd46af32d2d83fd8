package io.metasched.simulation.system.rectangles;

import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.RigidJobTable;

/**
 * A request for elements of a multiprocessor at a common start, and what its user will want later
 * if it is accepted.
 *
 * @param job number of the job
 * @param arrival when the request is made
 * @param ready earliest start
 * @param durationTicks how long the elements are needed, on standard elements
 * @param deadline by when they are no longer needed
 * @param elements how many
 * @param wish what the user will want later
 * @param wishMicro how far into its time, in millionths below 1000000
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
  /** Parts of a whole in which {@link #wishMicro} counts. */
  public static final int WHOLE_MICRO = 1_000_000;

  private static final int UNKNOWN_USER = -1;

  /** What the user of an accepted request wants later. */
  public enum Wish {
    /** Nothing: it keeps what it was given to the end. */
    NONE,
    /** It cancels, between its arrival and its start. */
    CANCEL,
    /** It ends early, between its start and its end. */
    END_EARLY,
    /** It gives back half of its elements, rounded down, between its start and its end. */
    GIVE_BACK
  }

  /**
   * @throws IllegalArgumentException for a request that no multiprocessor could meet, or a wish
   *     outside its range
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

  /** A request whose user keeps what it is given. */
  public static ElementRequest plain(
      long job, long arrival, long ready, long durationTicks, long deadline, int elements) {
    return new ElementRequest(job, arrival, ready, durationTicks, deadline, elements, Wish.NONE, 0);
  }

  /** The request as an entry of a file, without what its user will want later. */
  JobEntry entry() {
    return RigidJobTable.entry(
        job,
        UNKNOWN_USER,
        new RigidJobTable.Wanted(arrival, ready, deadline),
        elements,
        new RigidJobTable.Length(durationTicks, durationTicks));
  }
}
