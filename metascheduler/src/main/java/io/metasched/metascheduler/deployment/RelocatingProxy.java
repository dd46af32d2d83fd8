package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Proxy for an actor that may terminate with its JVM and recover in another one. It forwards
 * messages to the actor's current location. While the location is unknown, messages wait; beyond a
 * capacity, they are dropped, and a sender without an answer asks again.
 *
 * <p>A proxy for an actor that cannot recover ends with the actor.
 */
public final class RelocatingProxy extends AbstractBehavior<Object> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int MOST_WAITING = 1000;

  private record FindAgain() {}

  private final TimerScheduler<Object> timers;
  private final int number;
  private final boolean recovers;
  private final Consumer<ActorRef<EntityHost.Resolved>> find;
  private final Consumer<ActorRef<Object>> found;
  private final Runnable lost;
  private final ArrayDeque<Object> waiting = new ArrayDeque<>();
  private @Nullable ActorRef<Object> actor;

  private RelocatingProxy(
      ActorContext<Object> context,
      TimerScheduler<Object> timers,
      int number,
      boolean recovers,
      Consumer<ActorRef<EntityHost.Resolved>> find,
      Consumer<ActorRef<Object>> found,
      Runnable lost) {
    super(context);
    this.timers = timers;
    this.number = number;
    this.recovers = recovers;
    this.find = find;
    this.found = found;
    this.lost = lost;
  }

  /**
   * Creates a proxy for an actor whose location is not yet known.
   *
   * @param number number of the actor in its host
   * @param recovers whether the actor recovers in another JVM
   * @param find function that requests the location of the host
   * @param found receives the location of the actor each time that it is found
   */
  static Behavior<Object> create(
      int number,
      boolean recovers,
      Consumer<ActorRef<EntityHost.Resolved>> find,
      Consumer<ActorRef<Object>> found) {
    return create(number, recovers, find, found, () -> {}, RelocatingProxy::findPeriodically);
  }

  /**
   * Creates a proxy for an actor that is running.
   *
   * @param number number of the actor in its host
   * @param recovers whether the actor recovers in another JVM
   * @param find function that requests the location of the host
   * @param found receives the location to which the actor has recovered
   * @param lost receives the end of an actor that does not recover, before the proxy ends
   */
  public static Behavior<Object> to(
      ActorRef<Object> actor,
      int number,
      boolean recovers,
      Consumer<ActorRef<EntityHost.Resolved>> find,
      Consumer<ActorRef<Object>> found,
      Runnable lost) {
    return create(number, recovers, find, found, lost, proxy -> proxy.connect(actor));
  }

  private static Behavior<Object> create(
      int number,
      boolean recovers,
      Consumer<ActorRef<EntityHost.Resolved>> find,
      Consumer<ActorRef<Object>> found,
      Runnable lost,
      Consumer<RelocatingProxy> begin) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var proxy =
                      new RelocatingProxy(context, timers, number, recovers, find, found, lost);
                  begin.accept(proxy);
                  return proxy;
                }));
  }

  @Override
  public Receive<Object> createReceive() {
    return newReceiveBuilder()
        .onMessage(EntityHost.Resolved.class, this::onResolved)
        .onMessage(FindAgain.class, again -> onFindAgain())
        .onSignal(Terminated.class, this::onTerminated)
        .onAnyMessage(this::onAnyMessage)
        .build();
  }

  private Behavior<Object> onAnyMessage(Object message) {
    if (actor != null) {
      actor.tell(message);
    } else if (waiting.size() < MOST_WAITING) {
      waiting.add(message);
    }
    return this;
  }

  private void findPeriodically() {
    timers.startTimerWithFixedDelay(new FindAgain(), PATIENCE);
    onFindAgain();
  }

  private Behavior<Object> onFindAgain() {
    find.accept(getContext().getSelf().narrow());
    return this;
  }

  private Behavior<Object> onResolved(EntityHost.Resolved resolved) {
    var place = resolved.actors().get(number);
    if (actor == null && place != null) {
      connect(place);
      found.accept(place);
    }
    return this;
  }

  private void connect(ActorRef<Object> place) {
    timers.cancelAll();
    actor = place;
    getContext().watch(place);
    while (!waiting.isEmpty()) {
      place.tell(waiting.remove());
    }
  }

  /** Waits before the next lookup, because the group may end, and with it this proxy. */
  private Behavior<Object> onTerminated(Terminated gone) {
    actor = null;
    if (!recovers) {
      lost.run();
      return Behaviors.stopped();
    }
    timers.startTimerWithFixedDelay(new FindAgain(), PATIENCE);
    return this;
  }
}
