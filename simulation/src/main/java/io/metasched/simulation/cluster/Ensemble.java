package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.resource.actor.CborSerializable;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Actors of a play that live in one JVM: their parent, which tells where they are, and ends with
 * whoever has brought it to life, or with one of its actors. So no actor outlives its play, however
 * the play ends.
 */
final class Ensemble extends AbstractBehavior<Ensemble.Command> {

  /** Everything an ensemble understands. */
  sealed interface Command extends CborSerializable {}

  /**
   * Asks where the actors are. Answered by {@link Casting.Brought}.
   *
   * @param name what the answer calls the ensemble
   * @param endsWithIt whether the ensemble ends with whoever asks
   */
  record Bring(String name, boolean endsWithIt, ActorRef<Casting.Command> replyTo)
      implements Command {}

  /** The actors are to stop: the play is over, or their JVM leaves. A notice without an answer. */
  record Leave() implements Command {}

  private final TreeMap<Integer, ActorRef<Object>> actors = new TreeMap<>();

  private Ensemble(ActorContext<Command> context, SortedMap<Integer, Behavior<?>> behaviors) {
    super(context);
    behaviors.forEach(
        (number, behavior) -> {
          var name = "actor-" + number;
          var actor = context.spawn(behavior, name, DispatcherSelector.sameAsParent());
          context.watch(actor);
          actors.put(number, actor.unsafeUpcast());
        });
  }

  /** Creates an ensemble of one actor, who is alive and has lines to others. */
  static Behavior<Command> alone(int number, Function<Lines, Behavior<?>> behavior) {
    return create(
        lines -> {
          var one = new TreeMap<Integer, Behavior<?>>();
          one.put(number, behavior.apply(lines));
          return one;
        });
  }

  /** Creates an ensemble with its actors alive, who have lines to others. */
  static Behavior<Command> create(Function<Lines, SortedMap<Integer, Behavior<?>>> behaviors) {
    return Behaviors.setup(context -> new Ensemble(context, behaviors.apply(new Lines(context))));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Bring.class, this::onBring)
        .onMessage(Leave.class, leave -> Behaviors.stopped())
        .onSignal(Terminated.class, over -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onBring(Bring c) {
    if (c.endsWithIt()) {
      getContext().watch(c.replyTo());
    }
    c.replyTo().tell(new Casting.Brought(c.name(), getContext().getSelf(), actors));
    return this;
  }
}
