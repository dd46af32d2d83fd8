package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.CandidateStarts;

/**
 * Preference of a user for the order in which slots are tried.
 *
 * <p>Source: the what-if paper, section 2, r_pref; the set of preferences is an addition.
 *
 * @param impactShare weight of the availability, from 0 to 1; the start has the remaining weight
 * @param isEarlyBetter true if an earlier start is better, false if a later start is better
 */
public record SlotPreference(double impactShare, boolean isEarlyBetter) {
  /** The earliest start first. */
  public static final SlotPreference EARLIEST = new SlotPreference(0, true);

  /** The latest start first. */
  public static final SlotPreference LATEST = new SlotPreference(0, false);

  /** The slot that disturbs the jobs least first. */
  public static final SlotPreference CHEAPEST_IMPACT = new SlotPreference(1, true);

  /**
   * @throws IllegalArgumentException for a share outside 0 to 1
   */
  public SlotPreference {
    if (!(impactShare >= 0 && impactShare <= 1)) {
      throw new IllegalArgumentException(
          "the share of the impact must be 0 to 1, but is " + impactShare);
    }
  }

  /** Creates a preference that weights availability and an early start. */
  public static SlotPreference weighted(double impactShare) {
    return new SlotPreference(impactShare, true);
  }

  /**
   * Returns a score from 0 to 1: the availability and the position of the start in the window,
   * weighted.
   */
  public double score(long startTick, double availability, ReservationRequest request) {
    long first = request.readyTick();
    long width = CandidateStarts.last(request) - first;
    double lateness = width > 0 ? (double) (startTick - first) / width : 0;
    return impactShare * availability
        + (1 - impactShare) * (isEarlyBetter ? 1 - lateness : lateness);
  }
}
