package io.metasched.metascheduler.whatif;

/**
 * What the information service knows of a cluster.
 *
 * @param cluster its index
 * @param processors how many it has, at least 1
 */
public record ClusterProperties(int cluster, int processors) {

  /**
   * @throws IllegalArgumentException without a processor
   */
  public ClusterProperties {
    if (cluster < 0 || processors < 1) {
      throw new IllegalArgumentException(
          "a cluster has an index from 0 and at least 1 processor, but has %d and %d"
              .formatted(cluster, processors));
    }
  }
}
