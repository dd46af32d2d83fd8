package io.metasched.service.plan;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.policy.Replanning;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import java.util.List;

/** Policy that shares its data on moved jobs among all schedulers created with this policy. */
final class RememberingPolicy implements SchedulingPolicy {
  private final SchedulingPolicy policy;
  private final Replanning replanning;

  RememberingPolicy(SchedulingPolicy policy) {
    this.policy = policy;
    replanning = policy.replanning();
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    return policy.plan(snapshot);
  }

  @Override
  public boolean replans() {
    return policy.replans();
  }

  @Override
  public boolean replansEachCycle() {
    return policy.replansEachCycle();
  }

  @Override
  public List<Move> replan(ReplanSnapshot snapshot) {
    return policy.replan(snapshot);
  }

  @Override
  public Replanning replanning() {
    return replanning;
  }
}
