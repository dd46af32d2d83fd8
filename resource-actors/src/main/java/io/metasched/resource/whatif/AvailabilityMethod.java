package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;
import java.util.List;

/**
 * Rates the starts at which a request may be reserved.
 *
 * <p>Source: the what-if paper, section 4, p_res.
 */
@FunctionalInterface
public interface AvailabilityMethod {
  /**
   * The slots, by ascending start: the candidates, and perhaps further starts in the window.
   *
   * @param request for no more processors than there are
   * @param starts the candidates, ascending
   */
  List<CandidateSlot> rate(ReservationRequest request, long[] starts, ClusterState state);

  /** When jobs end in the plans of the slots, if it makes plans. */
  default PlannedEnd ends() {
    return PlannedEnd.LIMIT;
  }
}
