package io.metasched.metascheduler.cycle;

import io.metasched.resource.model.JobId;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Plan of a policy for a snapshot: exactly one decision for each job of the queue.
 *
 * @param decisions the decisions, in any order
 */
public record Plan(List<Decision> decisions) {
  public Plan {
    decisions = List.copyOf(decisions);
  }

  /**
   * Returns the reason why the plan does not decide on each job of the queue exactly once; empty
   * for a complete plan.
   */
  public Optional<String> fault(CycleSnapshot snapshot) {
    var open = new TreeSet<JobId>();
    snapshot.queue().forEach(job -> open.add(job.id()));
    for (var decision : decisions) {
      if (!open.remove(decision.job())) {
        return Optional.of("job %s is decided twice or not in the queue".formatted(decision.job()));
      }
    }
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of("no decision about job %s".formatted(open.first()));
  }
}
