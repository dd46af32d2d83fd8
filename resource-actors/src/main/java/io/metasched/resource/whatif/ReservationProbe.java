package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;
import java.util.List;

/**
 * What a cluster answers to a probe: the slots in the window of a request, each with its
 * availability. Nothing is reserved by it.
 *
 * <p>Source: the what-if paper, section 3, steps 4 and 5.
 *
 * @param method rates the slots
 * @param candidates which starts it rates
 */
public record ReservationProbe(AvailabilityMethod method, CandidateStarts candidates) {

  /**
   * The slots, by ascending start; none where the request is too large, or cannot end in time any
   * more.
   */
  public List<CandidateSlot> probe(ReservationRequest request, ClusterState state) {
    var starts = candidates.of(request, state.nowTick());
    return starts.length == 0 || request.processors() > state.book().processors()
        ? List.of()
        : method.rate(request, starts, state);
  }
}
