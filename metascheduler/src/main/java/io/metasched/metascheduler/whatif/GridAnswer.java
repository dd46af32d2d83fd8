package io.metasched.metascheduler.whatif;

import java.util.List;
import java.util.Optional;

/**
 * Answer of the reservation service to a request, with its history.
 *
 * @param request number of the request
 * @param outcome outcome of the request
 * @param refusal reason of the refusal; empty if the request was not refused
 * @param placement the reserved placement; empty if there is none
 * @param probes answers of the clusters, ascending
 * @param tried the placements that were tried, in order; if one is reserved, it is the last one
 * @param running clusters, ascending, in which a part of a failed placement runs because it began
 *     before it could be withdrawn
 */
public record GridAnswer(
    int request,
    Outcome outcome,
    Optional<PlacementRefusal> refusal,
    Optional<GridPlacement> placement,
    List<ClusterProbe> probes,
    List<TriedPlacement> tried,
    List<Integer> running) {
  public GridAnswer {
    probes = List.copyOf(probes);
    tried = List.copyOf(tried);
    running = List.copyOf(running);
  }

  /** Outcome of a request. */
  public enum Outcome {
    /** All parts reserved. */
    GRANTED,
    /** Nothing reserved, except parts that have begun. */
    REFUSED,
    /**
     * Withdrawn by the client before the answer; nothing reserved, except parts that have begun.
     */
    WITHDRAWN
  }
}
