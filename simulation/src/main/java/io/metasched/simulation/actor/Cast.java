package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.simulation.engine.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * All actors of a run.
 *
 * @param domains the domains, with the owners of their nodes
 * @param metaschedulers by the number of their organization
 * @param users by number
 */
record Cast(
    Domains domains,
    List<ActorRef<Metascheduler.Command>> metaschedulers,
    SortedMap<Integer, ActorRef<VoUser.Command>> users) {

  /**
   * Brings them to life as children of the actor whose context it is, which watches them.
   *
   * @param desks the desks of the organizations, by number
   */
  static Cast spawn(
      ActorContext<?> context, World world, List<Supplier<Desk>> desks, ActorSettings settings) {
    long blockTicks = world.rules().horizonTicks();
    var domains = DomainActors.spawn(context, world.environment(), blockTicks, settings.domain());
    domains.refs().values().forEach(context::watch);
    var metaschedulers = new ArrayList<ActorRef<Metascheduler.Command>>();
    var users = new TreeMap<Integer, ActorRef<VoUser.Command>>();
    long budget = Math.max(0, world.rules().budgetPerCycleMilli());
    for (int vo = 0; vo < desks.size(); vo++) {
      var behavior = Metascheduler.create(vo, desks.get(vo), domains, settings.metascheduler());
      var metascheduler = spawn(context, behavior, "metascheduler-" + vo);
      metaschedulers.add(metascheduler);
      for (int user : world.usersOf(vo)) {
        var own = VoUser.create(user, budget, metascheduler);
        users.put(user, spawn(context, own, "user-" + user));
      }
    }
    return new Cast(domains, metaschedulers, users);
  }

  private static <C> ActorRef<C> spawn(ActorContext<?> context, Behavior<C> behavior, String name) {
    var ref = context.spawn(behavior, name, DispatcherSelector.sameAsParent());
    context.watch(ref);
    return ref;
  }
}
