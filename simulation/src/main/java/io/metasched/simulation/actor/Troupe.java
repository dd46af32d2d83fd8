package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.simulation.engine.World;
import java.time.Duration;

/**
 * The actors of a run before they come to life. They depend on nothing else, so that each of them
 * may come to life in another JVM that has the same world and policy.
 *
 * @param policyName name of the policy in the registry
 * @param domains the domains of the world, with the owners of their nodes
 */
public record Troupe(
    World world,
    String policyName,
    SchedulingPolicy policy,
    ActorSettings settings,
    DomainActors domains) {

  /** The actors of a run of that world under that policy. */
  public Troupe(World world, String policyName, SchedulingPolicy policy, ActorSettings settings) {
    this(
        world,
        policyName,
        policy,
        settings,
        new DomainActors(world.environment(), world.rules().horizonTicks(), settings.domain()));
  }

  /** The metascheduler of an organization. */
  public Behavior<Metascheduler.Command> metascheduler(int vo, Domains domains, Journal journal) {
    return Metascheduler.create(
        vo, () -> world.desk(vo, policyName, policy), domains, settings.metascheduler(), journal);
  }

  /** A user who belongs to that metascheduler. */
  public Behavior<VoUser.Command> user(int user, ActorRef<Metascheduler.Command> metascheduler) {
    return VoUser.create(user, budgetMilli(), metascheduler);
  }

  /**
   * The same for one who may have lived before.
   *
   * @param askAgainAfter wall-clock time until he makes himself known again
   */
  public Behavior<VoUser.Command> user(
      int user, ActorRef<Metascheduler.Command> metascheduler, Duration askAgainAfter) {
    return VoUser.create(user, budgetMilli(), metascheduler, askAgainAfter);
  }

  private long budgetMilli() {
    return Math.max(0, world.rules().budgetPerCycleMilli());
  }
}
