package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ReservationRequest;
import java.util.List;
import java.util.Optional;

/**
 * Probe of a cluster for the slots in the window of a request, each with its availability. Nothing
 * is reserved.
 *
 * <p>Source: the what-if paper, section 3, steps 4 and 5.
 *
 * @param method method that rates the slots
 * @param candidates rule for the starts to rate
 */
public record ReservationProbe(AvailabilityMethod method, CandidateStarts candidates) {

  /** Returns the slots as reported, together with the backlog. */
  public ProbeAnswer answer(ReservationRequest request, ClusterState state) {
    var slots = probe(request, state);
    boolean isPlanned = slots.stream().anyMatch(slot -> slot.plan().isPresent());
    if (!isPlanned) {
      var rated =
          slots.stream().map(s -> new RatedSlot(s.startTick(), s.availability(), Optional.empty()));
      return new ProbeAnswer(rated.toList(), state.backlogTicks(), 0, 0);
    }
    var original = state.plans(method.ends()).original();
    var rated =
        slots.stream()
            .map(
                slot ->
                    new RatedSlot(
                        slot.startTick(),
                        slot.availability(),
                        slot.plan().map(plan -> PlanFigures.of(plan, original))));
    return new ProbeAnswer(
        rated.toList(),
        state.backlogTicks(),
        (long) PlanMetric.MAKESPAN.of(original),
        Math.round(PlanMetric.COMPLETION.of(original)));
  }

  /**
   * Returns the slots, by ascending start; empty if the request is too large or can no longer end
   * in time.
   */
  public List<CandidateSlot> probe(ReservationRequest request, ClusterState state) {
    var starts = candidates.of(request, state.nowTick());
    return starts.length == 0 || request.processors() > state.book().processors()
        ? List.of()
        : method.rate(request, starts, state);
  }
}
