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
   * a policy that {@link #replans()} leaves jobs movable.
   */
  Plan plan(CycleSnapshot snapshot);

  /** Whether the policy wants to move booked jobs when time comes free. */
  default boolean replans() {
    return false;
  }

  /**
   * Moves booked jobs to earlier starts; called only where {@link #replans()}.
   *
   * @return at most one move per promised job, each possible once those before it are made
   */
  default List<Move> replan(ReplanSnapshot snapshot) {
    return List.of();
  }
}
