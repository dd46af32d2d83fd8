package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import java.util.Comparator;
import java.util.List;

/** Checks that apply to the plans of all policies. */
final class Plans {
  private Plans() {}

  /**
   * Returns the plan if it decides on each job of the queue exactly once.
   *
   * @throws IllegalStateException if not; the message names the policy and the first job that is
   *     missing, unknown or decided twice
   */
  static Plan requireComplete(Plan plan, CycleSnapshot snapshot, String policy) {
    plan.fault(snapshot)
        .ifPresent(
            fault -> {
              throw new IllegalStateException(
                  "policy %s, cycle %d: %s".formatted(policy, snapshot.cycle(), fault));
            });
    return plan;
  }

  /** Returns the decisions in the order of booking: by job id. */
  static List<Decision> inOrder(Plan plan) {
    return plan.decisions().stream().sorted(Comparator.comparing(Decision::job)).toList();
  }
}
