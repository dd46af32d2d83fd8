package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Jobs of a cycle that has been opened.
 *
 * @param cycle number of the cycle
 * @param nowTick tick of the cycle's snapshot
 * @param horizon span that contains all windows; begins at the tick at which the plan will be
 *     booked
 * @param jobs the jobs in queue order; empty if there is nothing to plan
 */
public record Batch(int cycle, long nowTick, Span horizon, List<Job> jobs) {
  public Batch {
    jobs = List.copyOf(jobs);
  }
}
