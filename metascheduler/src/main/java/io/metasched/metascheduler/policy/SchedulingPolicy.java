package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import java.util.List;

/** Decides what runs where. Pure: equal snapshots give equal plans. */
public interface SchedulingPolicy {

  /**
   * Plans a cycle: one decision for each job of the queue, windows inside the slots, disjoint. Only
   * a policy that {@link #replans()} or {@link #replansEachCycle()} leaves jobs movable.
   */
  Plan plan(CycleSnapshot snapshot);

  /** Whether the policy wants to move booked jobs when time comes free. */
  default boolean replans() {
    return false;
  }

  /**
   * Whether the policy wants to move booked jobs at each cycle's tick, before its snapshot is
   * taken.
   */
  default boolean replansEachCycle() {
    return false;
  }

  /**
   * Moves booked jobs: as time comes free to earlier starts, before a cycle to windows that start
   * no later, end no later and cost no more. Called only where the policy asks for it.
   *
   * @return at most one move per promised job, each possible once those before it are made
   */
  default List<Move> replan(ReplanSnapshot snapshot) {
    return List.of();
  }

  /** What moves the booked jobs of one organization, as {@link #replan} does. */
  default Replanning replanning() {
    return this::replan;
  }
}
