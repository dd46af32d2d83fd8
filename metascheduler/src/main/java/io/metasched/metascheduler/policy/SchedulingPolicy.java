package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import java.util.List;

/**
 * Scheduling policy, which decides the window of each job. Pure: equal snapshots give equal plans.
 */
public interface SchedulingPolicy {

  /**
   * Plans a cycle: one decision for each job of the queue, windows inside the slots, disjoint. Only
   * a policy that {@link #replans()} or {@link #replansEachCycle()} makes jobs movable.
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
   * Moves booked jobs: when time is freed to earlier starts, before a cycle to windows that start
   * no later, end no later and cost no more. Called only if the policy requests it.
   *
   * @return at most one move per promised job, each possible after the moves before it
   */
  default List<Move> replan(ReplanSnapshot snapshot) {
    return List.of();
  }

  /** Returns the replanning of the booked jobs of one organization, as {@link #replan} does it. */
  default Replanning replanning() {
    return this::replan;
  }
}
