package io.metasched.metascheduler.whatif;

import java.util.List;

/**
 * A start, and the clusters on which a request would be placed there.
 *
 * @param startTick when the reservation would begin on all of them
 * @param clusters ascending
 * @param availability the least of theirs, above 0
 */
public record Placement(long startTick, List<Integer> clusters, double availability) {
  /** Copies the list. */
  public Placement {
    clusters = List.copyOf(clusters);
  }
}
