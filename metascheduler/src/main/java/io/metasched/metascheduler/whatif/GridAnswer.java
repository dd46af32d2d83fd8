package io.metasched.metascheduler.whatif;

import java.util.List;
import java.util.Optional;

/**
 * What the reservation service answers to a request, and how it came to that.
 *
 * @param request number of the request
 * @param outcome what came of it
 * @param refusal why it was refused; empty where it was not
 * @param placement where it is reserved; empty where it is not
 * @param probes what the clusters have answered, ascending
 * @param tried the placements that were tried, in that order; the last one is reserved if one is
 * @param running the clusters where a part of a placement tried in vain runs, since it had begun
 *     before it could be given up, ascending
 */
public record GridAnswer(
    int request,
    Outcome outcome,
    Optional<PlacementRefusal> refusal,
    Optional<Placement> placement,
    List<ClusterProbe> probes,
    List<TriedPlacement> tried,
    List<Integer> running) {
  /** Copies the lists. */
  public GridAnswer {
    probes = List.copyOf(probes);
    tried = List.copyOf(tried);
    running = List.copyOf(running);
  }

  /** What came of a request. */
  public enum Outcome {
    /** All its parts are reserved. */
    GRANTED,
    /** Nothing is reserved that has not begun. */
    REFUSED,
    /** The client withdrew it before it was answered; nothing is reserved that has not begun. */
    WITHDRAWN
  }
}
