package io.metasched.metascheduler.cycle;

import java.util.List;

/**
 * A policy's answer to a snapshot: exactly one decision for each job of the queue.
 *
 * @param decisions in any order
 */
public record Plan(List<Decision> decisions) {
  public Plan {
    decisions = List.copyOf(decisions);
  }
}
