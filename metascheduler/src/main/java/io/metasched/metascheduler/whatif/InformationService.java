package io.metasched.metascheduler.whatif;

import java.util.List;

/**
 * Directory of the clusters of the grid and their properties, which determine the clusters on which
 * a request may be placed.
 *
 * <p>Source: the what-if paper, section 3, GIS, steps 2 and 3. Cost: O(n) for n clusters.
 *
 * @param clusters the clusters, by index
 */
public record InformationService(List<ClusterProperties> clusters) {
  public InformationService {
    clusters = List.copyOf(clusters);
  }

  /** Returns the clusters with enough processors, ascending. */
  public List<Integer> candidates(int processors) {
    return clusters.stream()
        .filter(each -> each.processors() >= processors)
        .map(ClusterProperties::cluster)
        .toList();
  }
}
