package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;

/**
 * A part of a job that ends, before local jobs arrive at that tick.
 *
 * @param node id of its node
 * @param tick when it ends, at least 0
 */
public record EndedPart(JobId job, int node, long tick) {
  /**
   * @throws IllegalArgumentException for a tick before all time
   */
  public EndedPart {
    Require.tick("tick", tick);
  }
}
