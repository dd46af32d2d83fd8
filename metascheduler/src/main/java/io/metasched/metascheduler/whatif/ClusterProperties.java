package io.metasched.metascheduler.whatif;

/**
 * Properties of a cluster in the information service.
 *
 * @param cluster index of the cluster
 * @param processors number of processors of the cluster, at least 1
 */
public record ClusterProperties(int cluster, int processors) {

  /**
   * @throws IllegalArgumentException for a negative index, or without a processor
   */
  public ClusterProperties {
    if (cluster < 0 || processors < 1) {
      throw new IllegalArgumentException(
          "a cluster has an index from 0 and at least 1 processor, but has %d and %d"
              .formatted(cluster, processors));
    }
  }
}
