package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.resource.actor.journal.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All actors of a run, wherever they live.
 *
 * @param domains the domains, with the owners of their nodes
 * @param metaschedulers by the number of their organization
 * @param users by number
 */
public record Cast(
    Domains domains,
    List<ActorRef<Metascheduler.Command>> metaschedulers,
    SortedMap<Integer, ActorRef<VoUser.Command>> users) {

  /** The actor whose context it is learns when one of them stops. */
  public void watchedBy(ActorContext<?> context) {
    domains.refs().values().forEach(context::watch);
    metaschedulers.forEach(context::watch);
    users.values().forEach(context::watch);
  }

  /** Brings them to life as children of the actor whose context it is, on its dispatcher. */
  static Cast spawn(ActorContext<?> context, Troupe troupe) {
    var world = troupe.world();
    var domains = troupe.domains().spawn(context);
    var metaschedulers = new ArrayList<ActorRef<Metascheduler.Command>>();
    var users = new TreeMap<Integer, ActorRef<VoUser.Command>>();
    for (int vo = 0; vo < world.rules().organizations(); vo++) {
      var metascheduler =
          spawn(context, troupe.metascheduler(vo, domains, Journal.NONE), "metascheduler-" + vo);
      metaschedulers.add(metascheduler);
      for (int user : world.usersOf(vo)) {
        users.put(user, spawn(context, troupe.user(user, metascheduler), "user-" + user));
      }
    }
    return new Cast(domains, metaschedulers, users);
  }

  private static <C> ActorRef<C> spawn(ActorContext<?> context, Behavior<C> behavior, String name) {
    return context.spawn(behavior, name, DispatcherSelector.sameAsParent());
  }
}
