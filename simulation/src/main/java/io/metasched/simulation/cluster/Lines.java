package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;

/**
 * Makes lines from the actors of a play to others, wherever these are.
 *
 * @param context of the parent of those who have the lines
 */
record Lines(ActorContext<?> context) {

  /** A line to an owner, whom it brings to life. */
  ActorRef<Object> owner(PlayId play, int number, boolean comesBack) {
    var owner = new EntityId(play, number);
    return line(
        "owner-" + number,
        number,
        comesBack,
        replyTo -> Owners.find(context.getSystem(), owner, new Ensemble.Bring("", false, replyTo)));
  }

  /** A line to a scheduler, once there is one. */
  ActorRef<Object> scheduler(PlayId play, int number, boolean comesBack, Schedulers schedulers) {
    var scheduler = new EntityId(play, number);
    return line(
        "scheduler-" + number,
        number,
        comesBack,
        replyTo -> schedulers.find(scheduler, new Ensemble.Bring("", false, replyTo)));
  }

  private ActorRef<Object> line(
      String name, int number, boolean comesBack, Consumer<ActorRef<Casting.Command>> find) {
    return context.spawn(
        Line.create(number, comesBack, find), name, DispatcherSelector.sameAsParent());
  }
}
