package io.metasched.resource.whatif;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;

/**
 * A start at which a request may be reserved on a cluster, as the cluster reports it.
 *
 * @param startTick when the reservation would begin
 * @param availability from 0, where it must not be tried, to 1, where it disturbs the jobs least
 * @param figures of the plan with the reservation there, where the method makes plans and the
 *     reservation can be taken
 */
public record RatedSlot(long startTick, double availability, Optional<PlanFigures> figures) {

  /**
   * @throws IllegalArgumentException for an availability that is none
   */
  public RatedSlot {
    if (!(availability >= 0 && availability <= 1)) {
      throw new IllegalArgumentException("an availability must be 0 to 1, but is " + availability);
    }
  }

  /** Whether it may be tried. */
  @JsonIgnore
  public boolean isAvailable() {
    return availability > 0;
  }
}
