package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.whatif.SlotPreference;

/**
 * A client's request for a reservation of the same processors on one cluster or on several, all
 * from one start on (co-allocation).
 *
 * <p>Source: the what-if paper, section 2; the paper motivates requests over several clusters, and
 * has one.
 *
 * @param part what each of its clusters is asked for; the number is unique among the jobs and
 *     requests of all clusters
 * @param clusters how many clusters it needs, at least 1
 * @param preference in which order slots are tried
 */
public record GridRequest(ReservationRequest part, int clusters, SlotPreference preference) {

  /**
   * @throws IllegalArgumentException without a cluster
   */
  public GridRequest {
    if (clusters < 1) {
      throw new IllegalArgumentException(
          "request %d needs at least 1 cluster, but has %d".formatted(part.number(), clusters));
    }
  }

  /** Its number. */
  public int number() {
    return part.number();
  }
}
