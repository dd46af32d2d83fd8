package io.metasched.resource.provider.probe;

import java.util.Optional;

/**
 * Start at which a request may be reserved, with its rating.
 *
 * @param startTick start of the reservation
 * @param availability from 0, for a start that must not be tried, to 1, for a start that disturbs
 *     the jobs least
 * @param plan resulting plan of the jobs, if the method makes plans
 */
public record CandidateSlot(long startTick, double availability, Optional<ExecutionPlan> plan) {

  /** Creates a slot that was rated without a plan. */
  public static CandidateSlot withoutPlan(long startTick, boolean isAvailable) {
    return new CandidateSlot(startTick, isAvailable ? 1 : 0, Optional.empty());
  }
}
