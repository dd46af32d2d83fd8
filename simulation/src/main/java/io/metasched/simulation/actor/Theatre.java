package io.metasched.simulation.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.TreeMap;

/** The guardian of a driver's actor system: gives one play after the other, each to its end. */
final class Theatre extends AbstractBehavior<Theatre.Give> {

  /**
   * A play is to be given.
   *
   * @param keeper keeps its time and tells what becomes of it
   * @param dispatcher what runs it
   * @param over is run when all its actors have stopped
   */
  record Give(Behavior<?> keeper, DispatcherSelector dispatcher, Runnable over) {}

  private final TreeMap<String, Runnable> playing = new TreeMap<>();
  private long given;

  private Theatre(ActorContext<Give> context) {
    super(context);
  }

  static Behavior<Give> create() {
    return Behaviors.setup(Theatre::new);
  }

  @Override
  public Receive<Give> createReceive() {
    return newReceiveBuilder()
        .onMessage(Give.class, this::onGive)
        .onSignal(Terminated.class, this::onTerminated)
        .build();
  }

  private Behavior<Give> onGive(Give give) {
    var keeper = getContext().spawn(give.keeper(), "run-" + given++, give.dispatcher());
    playing.put(keeper.path().name(), give.over());
    getContext().watch(keeper);
    return this;
  }

  /** Also where it has failed: its outcome is known as missing then. */
  private Behavior<Give> onTerminated(Terminated ended) {
    var over = playing.remove(ended.getRef().path().name());
    if (over != null) {
      over.run();
    }
    return this;
  }
}
