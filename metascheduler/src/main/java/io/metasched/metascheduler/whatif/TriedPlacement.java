package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.ReservationAnswer;
import java.util.Optional;

/**
 * Placement that was tried.
 *
 * @param placement the placement
 * @param refusingCluster the cluster that refused its part, after which the other parts were
 *     withdrawn; -1 if all parts were reserved
 * @param refusal reason of that cluster; empty if no cluster refused
 */
public record TriedPlacement(
    GridPlacement placement, int refusingCluster, Optional<ReservationAnswer.Reason> refusal) {
  /** Index that denotes no cluster. */
  public static final int NONE = -1;
}
