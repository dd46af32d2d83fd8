package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import java.util.List;

/**
 * Scheduling policy, which decides on the window of each job. Pure: equal snapshots give equal
 * plans.
 */
public interface SchedulingPolicy {

  /**
   * Plans a cycle: one decision for each job of the queue, with disjoint windows inside the slots.
   * Jobs are movable only if {@link #replans()} or {@link #replansEachCycle()} returns true.
   */
  Plan plan(CycleSnapshot snapshot);

  /** Returns whether the policy moves booked jobs when time is freed. */
  default boolean replans() {
    return false;
  }

  /**
   * Returns whether the policy moves booked jobs at each cycle's tick, before its snapshot is
   * taken.
   */
  default boolean replansEachCycle() {
    return false;
  }

  /**
   * Moves booked jobs: to earlier starts when time is freed, and before a cycle to windows that
   * start no later, end no later and cost no more. Called only if the policy requests it.
   *
   * @return at most one move per promised job, each possible after the previous moves
   */
  default List<Move> replan(ReplanSnapshot snapshot) {
    return List.of();
  }

  /** Returns the replanning of the booked jobs of one organization, by {@link #replan}. */
  default Replanning replanning() {
    return this::replan;
  }
}
