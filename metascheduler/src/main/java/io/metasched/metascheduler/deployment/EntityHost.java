package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.resource.actor.CborSerializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Parent of the actors of a group in one JVM. The parent replies with their references. It ends
 * with the actor that requested its start, or with any of its actors. Therefore, no actor outlives
 * its group, however the group ends.
 */
public final class EntityHost extends AbstractBehavior<EntityHost.Command> {

  /** Command to a host. */
  public sealed interface Command extends CborSerializable {}

  /**
   * Request for the references of the actors. Answered by {@link Resolved}.
   *
   * @param name name of the host in the answer
   * @param endsWithIt whether the host ends when the sender ends
   */
  public record Resolve(String name, boolean endsWithIt, ActorRef<Resolved> replyTo)
      implements Command {}

  /**
   * Reply with the running actors.
   *
   * @param name name of the host in the request
   * @param host parent of the actors
   * @param actors references by number
   */
  public record Resolved(
      String name, ActorRef<Command> host, SortedMap<Integer, ActorRef<Object>> actors)
      implements CborSerializable {
    public Resolved {
      actors = Collections.unmodifiableSortedMap(new TreeMap<>(actors));
    }
  }

  /** Request to stop the actors, because the group ends or the JVM leaves. Not answered. */
  public record Leave() implements Command {}

  private final TreeMap<Integer, ActorRef<Object>> actors = new TreeMap<>();

  private EntityHost(ActorContext<Command> context, SortedMap<Integer, Behavior<?>> behaviors) {
    super(context);
    behaviors.forEach(
        (number, behavior) -> {
          var name = "actor-" + number;
          var actor = context.spawn(behavior, name, DispatcherSelector.sameAsParent());
          context.watch(actor);
          actors.put(number, actor.unsafeUpcast());
        });
  }

  /** Creates a host of one actor, which may use proxies for other actors. */
  static Behavior<Command> alone(int number, Function<ProxyFactory, Behavior<?>> behavior) {
    return create(
        proxies -> {
          var one = new TreeMap<Integer, Behavior<?>>();
          one.put(number, behavior.apply(proxies));
          return one;
        });
  }

  /** Creates a host that starts its actors, which may use proxies for other actors. */
  public static Behavior<Command> create(
      Function<ProxyFactory, SortedMap<Integer, Behavior<?>>> behaviors) {
    return Behaviors.setup(
        context -> new EntityHost(context, behaviors.apply(new ProxyFactory(context))));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Resolve.class, this::onResolve)
        .onMessage(Leave.class, leave -> Behaviors.stopped())
        .onSignal(Terminated.class, over -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onResolve(Resolve c) {
    if (c.endsWithIt()) {
      getContext().watch(c.replyTo());
    }
    c.replyTo().tell(new Resolved(c.name(), getContext().getSelf(), actors));
    return this;
  }
}
