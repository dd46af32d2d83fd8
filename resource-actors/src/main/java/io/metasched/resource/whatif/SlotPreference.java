package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;

/**
 * Which slots a user wants to be tried first.
 *
 * <p>Source: the what-if paper, section 2, r_pref; which preferences there are is ours.
 *
 * @param impactShare how much the availability counts, from 0 to 1; the rest is for the start
 * @param isEarlyBetter whether an earlier start is better, or a later one
 */
public record SlotPreference(double impactShare, boolean isEarlyBetter) {
  /** The earliest start first. */
  public static final SlotPreference EARLIEST = new SlotPreference(0, true);

  /** The latest start first. */
  public static final SlotPreference LATEST = new SlotPreference(0, false);

  /** The slot that disturbs the jobs least first. */
  public static final SlotPreference CHEAPEST_IMPACT = new SlotPreference(1, true);

  /**
   * @throws IllegalArgumentException for a share that is none
   */
  public SlotPreference {
    if (!(impactShare >= 0 && impactShare <= 1)) {
      throw new IllegalArgumentException(
          "the share of the impact must be 0 to 1, but is " + impactShare);
    }
  }

  /** Availability and an early start, weighted. */
  public static SlotPreference weighted(double impactShare) {
    return new SlotPreference(impactShare, true);
  }

  /** From 0 to 1: the availability, and how early or late the start is in the window, weighted. */
  public double score(long startTick, double availability, ReservationRequest request) {
    long first = request.readyTick();
    long width = CandidateStarts.last(request) - first;
    double lateness = width > 0 ? (double) (startTick - first) / width : 0;
    return impactShare * availability
        + (1 - impactShare) * (isEarlyBetter ? 1 - lateness : lateness);
  }
}
