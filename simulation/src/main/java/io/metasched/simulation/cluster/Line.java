package io.metasched.simulation.cluster;

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
 * A line to an actor of a play, who may die with his JVM and come to life in another one: whatever
 * is told to the line is passed on to where the actor is now. While nobody knows where that is,
 * some of it waits, and what is too much is lost: who gets no answer asks again.
 *
 * <p>A line to an actor who cannot come to life again ends with him.
 */
final class Line extends AbstractBehavior<Object> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int MOST_WAITING = 1000;

  private record FindAgain() {}

  private final TimerScheduler<Object> timers;
  private final int number;
  private final boolean comesBack;
  private final Consumer<ActorRef<Casting.Command>> find;
  private final Consumer<ActorRef<Object>> found;
  private final ArrayDeque<Object> waiting = new ArrayDeque<>();
  private @Nullable ActorRef<Object> actor;

  private Line(
      ActorContext<Object> context,
      TimerScheduler<Object> timers,
      int number,
      boolean comesBack,
      Consumer<ActorRef<Casting.Command>> find,
      Consumer<ActorRef<Object>> found) {
    super(context);
    this.timers = timers;
    this.number = number;
    this.comesBack = comesBack;
    this.find = find;
    this.found = found;
  }

  /**
   * Creates a line to an actor who is still to be found.
   *
   * @param number of the actor in his ensemble
   * @param comesBack whether he comes to life again
   * @param find has somebody answer where the ensemble is, by {@link Casting.Brought}
   * @param found is told where he is, whenever he comes to life
   */
  static Behavior<Object> create(
      int number,
      boolean comesBack,
      Consumer<ActorRef<Casting.Command>> find,
      Consumer<ActorRef<Object>> found) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var line = new Line(context, timers, number, comesBack, find, found);
                  line.findNowAndThen();
                  return line;
                }));
  }

  /**
   * Creates a line to an actor who is alive.
   *
   * @param found is told where he comes to life again
   */
  static Behavior<Object> to(
      ActorRef<Object> actor,
      int number,
      boolean comesBack,
      Consumer<ActorRef<Casting.Command>> find,
      Consumer<ActorRef<Object>> found) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var line = new Line(context, timers, number, comesBack, find, found);
                  line.connect(actor);
                  return line;
                }));
  }

  @Override
  public Receive<Object> createReceive() {
    return newReceiveBuilder()
        .onMessage(Casting.Brought.class, this::onBrought)
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

  private void findNowAndThen() {
    timers.startTimerWithFixedDelay(new FindAgain(), PATIENCE);
    onFindAgain();
  }

  private Behavior<Object> onFindAgain() {
    find.accept(getContext().getSelf().narrow());
    return this;
  }

  private Behavior<Object> onBrought(Casting.Brought brought) {
    var place = brought.actors().get(number);
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

  /** He is not looked for at once: the play may be over, and the line, too, is about to end. */
  private Behavior<Object> onTerminated(Terminated gone) {
    actor = null;
    timers.startTimerWithFixedDelay(new FindAgain(), PATIENCE);
    return comesBack ? this : Behaviors.stopped();
  }
}
