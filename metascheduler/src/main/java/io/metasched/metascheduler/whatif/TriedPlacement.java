package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.ReservationAnswer;
import java.util.Optional;

/**
 * A placement that was tried.
 *
 * @param placement the placement
 * @param refusingCluster the cluster that refused its part, the others of which were given up; -1
 *     where all parts were reserved
 * @param refusal why that cluster refused; empty where none did
 */
public record TriedPlacement(
    Placement placement, int refusingCluster, Optional<ReservationAnswer.Reason> refusal) {
  /** No cluster. */
  public static final int NONE = -1;
}
