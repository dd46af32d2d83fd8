package io.metasched.metascheduler.whatif;

import java.util.List;

/**
 * Placement of a request: a start, and the clusters on which the request would be placed at this
 * start.
 *
 * @param startTick start of the reservations on all clusters
 * @param clusters indices of the clusters, ascending
 * @param availability least availability of the clusters at this start, above 0
 */
public record GridPlacement(long startTick, List<Integer> clusters, double availability) {
  public GridPlacement {
    clusters = List.copyOf(clusters);
  }
}
