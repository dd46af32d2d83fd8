package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * Makes lines from the actors of a play to others, wherever these are.
 *
 * @param context of the parent of those who have the lines
 */
record Lines(ActorContext<?> context) {

  /** Lines to the owners of a play, whom they bring to life. */
  Reach owners(PlayId play, boolean comesBack) {
    var system = context.getSystem();
    var places = new ConcurrentSkipListMap<Integer, ActorRef<Object>>();
    return new Reach(
        system,
        number -> {
          var owner = new EntityId(play, number);
          return line(
              "owner-" + number,
              number,
              comesBack,
              replyTo -> Owners.find(system, owner, new Ensemble.Bring("", false, replyTo)),
              place -> places.put(number, place));
        },
        places);
  }

  /** A line to a scheduler, once there is one. */
  ActorRef<Object> scheduler(PlayId play, int number, boolean comesBack, Schedulers schedulers) {
    var scheduler = new EntityId(play, number);
    return line(
        "scheduler-" + number,
        number,
        comesBack,
        replyTo -> schedulers.find(scheduler, new Ensemble.Bring("", false, replyTo)),
        place -> {});
  }

  private ActorRef<Object> line(
      String name,
      int number,
      boolean comesBack,
      Consumer<ActorRef<Casting.Command>> find,
      Consumer<ActorRef<Object>> found) {
    return context.spawn(
        Line.create(number, comesBack, find, found), name, DispatcherSelector.sameAsParent());
  }
}
