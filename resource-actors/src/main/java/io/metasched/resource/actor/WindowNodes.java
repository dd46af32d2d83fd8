package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import java.util.List;

/**
 * Nodes of one domain on which a job has holds.
 *
 * @param job id of the job
 * @param nodes ids of at least one node, none twice
 */
public record WindowNodes(JobId job, List<Integer> nodes) {
  /**
   * @throws IllegalArgumentException without nodes or with one node twice
   */
  public WindowNodes {
    nodes = List.copyOf(nodes);
    Require.distinct(nodes);
  }
}
