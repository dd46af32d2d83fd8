package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.whatif.SlotPreference;

/**
 * Request of a client for a reservation of the same number of processors on one or several
 * clusters, all with a common start (co-allocation).
 *
 * <p>Source: the what-if paper, section 2; the paper motivates requests for several clusters, but
 * places a request on one.
 *
 * @param part request to each cluster; its number is unique among the jobs and requests of all
 *     clusters
 * @param clusters number of clusters required, at least 1
 * @param preference order in which slots are tried
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

  /** Returns the number of the request. */
  public int number() {
    return part.number();
  }
}
