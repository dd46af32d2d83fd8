package io.metasched.metascheduler.whatif;

import java.util.List;

/**
 * The clusters of the grid and their properties: which of them a request may be placed on.
 *
 * <p>Source: the what-if paper, section 3, GIS, steps 2 and 3. Cost: O(n) for n clusters.
 *
 * @param clusters by index
 */
public record InformationService(List<ClusterProperties> clusters) {
  /** Copies the list. */
  public InformationService {
    clusters = List.copyOf(clusters);
  }

  /** The clusters that have the processors, ascending. */
  public List<Integer> candidates(int processors) {
    return clusters.stream()
        .filter(each -> each.processors() >= processors)
        .map(ClusterProperties::cluster)
        .toList();
  }
}
