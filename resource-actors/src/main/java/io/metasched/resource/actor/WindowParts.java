package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import java.util.List;

/**
 * Parts to be held for a job in one domain.
 *
 * @param job id of the job
 * @param parts at least one, on distinct nodes
 */
public record WindowParts(JobId job, List<HeldPart> parts) {
  /**
   * @throws IllegalArgumentException without parts or with one node twice
   */
  public WindowParts {
    parts = List.copyOf(parts);
    Require.distinct(HeldPart.nodes(parts));
  }
}
