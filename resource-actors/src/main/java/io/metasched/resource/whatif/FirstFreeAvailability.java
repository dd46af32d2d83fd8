package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.AvailabilityMethod;
import io.metasched.resource.provider.probe.CandidateSlot;
import io.metasched.resource.provider.probe.ClusterState;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Method that gives the same rating to all candidates at which the request can be reserved, so that
 * the earliest is tried first. The method makes no plan and is not published; it is a baseline for
 * the methods that make plans.
 *
 * <p>Cost: a search in the free capacity for each candidate.
 */
final class FirstFreeAvailability implements AvailabilityMethod {
  @Override
  public List<CandidateSlot> rate(ReservationRequest request, long[] starts, ClusterState state) {
    return LongStream.of(starts)
        .mapToObj(start -> CandidateSlot.withoutPlan(start, state.canReserve(request, start)))
        .toList();
  }
}
