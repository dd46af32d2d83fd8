package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.actor.Domain;
import io.metasched.simulation.engine.World;
import java.util.SortedMap;

/**
 * The actors of a run before they come to life. They depend on nothing else, so that each of them
 * may come to life in another JVM that has the same world and policy.
 *
 * @param policyName name of the policy in the registry
 */
public record Troupe(
    World world, String policyName, SchedulingPolicy policy, ActorSettings settings) {

  /** The domains with the owners of their nodes, by number. */
  public SortedMap<Integer, Behavior<Domain.Command>> domains() {
    long blockTicks = world.rules().horizonTicks();
    return DomainActors.behaviors(world.environment(), blockTicks, settings.domain());
  }

  /** The metascheduler of an organization. */
  public Behavior<Metascheduler.Command> metascheduler(int vo, Domains domains) {
    return Metascheduler.create(
        vo, () -> world.desk(vo, policyName, policy), domains, settings.metascheduler());
  }

  /** A user who belongs to that metascheduler. */
  public Behavior<VoUser.Command> user(int user, ActorRef<Metascheduler.Command> metascheduler) {
    long budget = Math.max(0, world.rules().budgetPerCycleMilli());
    return VoUser.create(user, budget, metascheduler);
  }
}
