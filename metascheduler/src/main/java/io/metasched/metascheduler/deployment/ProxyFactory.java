package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * Factory of proxies for the actors of a group, regardless of their location.
 *
 * @param context context of the parent of the actors that use the proxies
 */
public record ProxyFactory(ActorContext<?> context) {

  /** Returns routes to the owners of a group, which are started if they do not run. */
  public OwnerRouting owners(GroupId group, boolean recovers) {
    var system = context.getSystem();
    var places = new ConcurrentSkipListMap<Integer, ActorRef<Object>>();
    return new OwnerRouting(
        system,
        number -> {
          var owner = new EntityId(group, number);
          return proxy(
              "owner-" + number,
              number,
              recovers,
              replyTo ->
                  OwnerEntities.find(system, owner, new EntityHost.Resolve("", false, replyTo)),
              place -> places.put(number, place));
        },
        places);
  }

  /** Returns a proxy for a scheduler; messages are delivered as soon as the scheduler exists. */
  public ActorRef<Object> scheduler(
      GroupId group, int number, boolean recovers, Schedulers schedulers) {
    var scheduler = new EntityId(group, number);
    return proxy(
        "scheduler-" + number,
        number,
        recovers,
        replyTo -> schedulers.find(scheduler, new EntityHost.Resolve("", false, replyTo)),
        place -> {});
  }

  private ActorRef<Object> proxy(
      String name,
      int number,
      boolean recovers,
      Consumer<ActorRef<EntityHost.Resolved>> find,
      Consumer<ActorRef<Object>> found) {
    return context.spawn(
        RelocatingProxy.create(number, recovers, find, found),
        name,
        DispatcherSelector.sameAsParent());
  }
}
