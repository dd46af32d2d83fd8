package io.metasched.metascheduler.scheduling;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * The jobs of a cycle that has been opened.
 *
 * @param cycle number of the cycle
 * @param nowTick when its snapshot is taken
 * @param horizon where windows may lie: from the tick at which the plan will be booked on
 * @param jobs in queue order; empty where there is nothing to plan
 */
public record Batch(int cycle, long nowTick, Span horizon, List<Job> jobs) {
  public Batch {
    jobs = List.copyOf(jobs);
  }
}
