package io.metasched.metascheduler.whatif;

import java.util.List;

/**
 * Start, and the clusters on which a request would be placed there.
 *
 * @param startTick start of the reservation on all of them
 * @param clusters indices of the clusters, ascending
 * @param availability the least of their availabilities, above 0
 */
public record GridPlacement(long startTick, List<Integer> clusters, double availability) {
  public GridPlacement {
    clusters = List.copyOf(clusters);
  }
}
