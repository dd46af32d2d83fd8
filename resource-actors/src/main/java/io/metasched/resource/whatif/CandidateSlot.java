package io.metasched.resource.whatif;

import java.util.Optional;

/**
 * A start at which a request may be reserved.
 *
 * @param startTick when the reservation would begin
 * @param availability from 0, where it must not be tried, to 1, where it disturbs the jobs least
 * @param plan what the jobs would do then, where the method makes plans
 */
public record CandidateSlot(long startTick, double availability, Optional<ExecutionPlan> plan) {

  /** One that was rated without a plan. */
  static CandidateSlot withoutPlan(long startTick, boolean isAvailable) {
    return new CandidateSlot(startTick, isAvailable ? 1 : 0, Optional.empty());
  }

  /** Whether it may be tried. */
  public boolean isAvailable() {
    return availability > 0;
  }
}
