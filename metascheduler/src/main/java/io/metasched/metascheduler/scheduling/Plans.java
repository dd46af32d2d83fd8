package io.metasched.metascheduler.scheduling;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.resource.model.JobId;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** What every plan must be, by whatever policy. */
final class Plans {
  private Plans() {}

  /**
   * Returns the plan if it decides on each job of the queue exactly once.
   *
   * @throws IllegalStateException naming the policy and the first job that is missing, foreign or
   *     decided twice
   */
  static Plan requireComplete(Plan plan, CycleSnapshot snapshot, String policy) {
    var open = new TreeSet<JobId>();
    snapshot.queue().forEach(job -> open.add(job.id()));
    for (var decision : plan.decisions()) {
      if (!open.remove(decision.job())) {
        throw new IllegalStateException(
            "policy %s, cycle %d: job %s is decided twice or not in the queue"
                .formatted(policy, snapshot.cycle(), decision.job()));
      }
    }
    if (!open.isEmpty()) {
      throw new IllegalStateException(
          "policy %s, cycle %d: no decision about job %s"
              .formatted(policy, snapshot.cycle(), open.first()));
    }
    return plan;
  }

  /** The decisions in the order in which they are booked: by job id. */
  static List<Decision> inOrder(Plan plan) {
    return plan.decisions().stream().sorted(Comparator.comparing(Decision::job)).toList();
  }
}
