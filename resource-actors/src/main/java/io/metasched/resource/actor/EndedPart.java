package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;

/**
 * End of a part of a job, before local jobs arrive at that tick.
 *
 * @param job id of the job
 * @param node id of its node
 * @param tick tick of the end, at least 0
 */
public record EndedPart(JobId job, int node, long tick) {
  /**
   * @throws IllegalArgumentException if the tick is negative
   */
  public EndedPart {
    Require.tick("tick", tick);
  }
}
