package io.metasched.simulation.driver;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.model.Node;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All actors of a run, local or remote.
 *
 * @param owners owners
 * @param watched owners, or proxies for them, by number
 * @param schedulers schedulers by number
 * @param users users by number
 */
public record RunActors(
    OwnerActors owners,
    SortedMap<Integer, ActorRef<Object>> watched,
    SortedMap<Integer, ActorRef<Object>> schedulers,
    SortedMap<Integer, ActorRef<Object>> users) {

  /** Makes the actor of {@code context} watch the actors of the run. */
  void watchedBy(ActorContext<?> context) {
    watched.values().forEach(context::watch);
    schedulers.values().forEach(context::watch);
    users.values().forEach(context::watch);
  }

  /**
   * Starts the actors of a run without journals, as children of the actor of {@code context}, on
   * its dispatcher.
   */
  public static RunActors spawn(ActorContext<?> context, ActorBlueprint<?> blueprint) {
    var refs = new TreeMap<Integer, ActorRef<Object>>();
    for (int number : blueprint.owners()) {
      refs.put(number, spawn(context, blueprint.owner(number, Journal.NONE), "owner-" + number));
    }
    var owners = new Local(refs);
    var schedulers = new TreeMap<Integer, ActorRef<Object>>();
    for (int number : blueprint.schedulers()) {
      var scheduler = blueprint.scheduler(number, owners, Journal.NONE);
      schedulers.put(number, spawn(context, scheduler, "scheduler-" + number));
    }
    var users = new TreeMap<Integer, ActorRef<Object>>();
    for (int number : blueprint.users()) {
      users.put(
          number, spawn(context, blueprint.user(number, schedulers, false), "user-" + number));
    }
    return new RunActors(owners, refs, schedulers, users);
  }

  private static ActorRef<Object> spawn(
      ActorContext<?> context, Behavior<?> behavior, String name) {
    return context.spawn(behavior, name, DispatcherSelector.sameAsParent()).unsafeUpcast();
  }

  /** Owners that are children of one actor. */
  private record Local(SortedMap<Integer, ActorRef<Object>> refs) implements OwnerActors {
    @Override
    public ActorRef<Object> ref(int number) {
      return Objects.requireNonNull(refs.get(number));
    }

    @Override
    public Domains domains(List<Integer> numbers, List<Node> nodes) {
      var domains = new TreeMap<Integer, ActorRef<Domain.Command>>();
      numbers.forEach(number -> domains.put(number, ref(number).narrow()));
      return new Domains(domains, nodes);
    }
  }
}
