package io.metasched.resource.provider.probe;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;

/**
 * Start at which a request may be reserved, as reported by the cluster.
 *
 * @param startTick start of the reservation
 * @param availability from 0, for a start that must not be tried, to 1, for a start that disturbs
 *     the jobs least
 * @param figures figures of the plan with the reservation at this start, if the method makes plans
 *     and the reservation is possible
 */
public record RatedSlot(long startTick, double availability, Optional<PlanFigures> figures) {

  /**
   * @throws IllegalArgumentException for an availability outside 0 to 1
   */
  public RatedSlot {
    if (!(availability >= 0 && availability <= 1)) {
      throw new IllegalArgumentException("an availability must be 0 to 1, but is " + availability);
    }
  }

  /** Returns whether the start may be tried. */
  @JsonIgnore
  public boolean isAvailable() {
    return availability > 0;
  }
}
