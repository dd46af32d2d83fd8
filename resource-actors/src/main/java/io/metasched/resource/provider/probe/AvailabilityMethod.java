package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ReservationRequest;
import java.util.List;

/**
 * Method that rates the starts at which a request may be reserved.
 *
 * <p>Source: the what-if paper, section 4, p_res.
 */
@FunctionalInterface
public interface AvailabilityMethod {
  /**
   * Returns the slots, by ascending start: the candidates, and possibly further starts in the
   * window.
   *
   * @param request request for no more processors than the cluster has
   * @param starts the candidates, ascending
   */
  List<CandidateSlot> rate(ReservationRequest request, long[] starts, ClusterState state);

  /** Returns the ends of jobs that the method's plans assume, if it makes plans. */
  default PlannedEnd ends() {
    return PlannedEnd.LIMIT;
  }
}
