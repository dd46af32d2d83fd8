package io.metasched.resource.actor.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.Optional;

/** Where an actor writes down what it has done. */
@FunctionalInterface
public interface Journal {
  /** Keeps nothing: what the actor knows ends with it. */
  Journal NONE = owner -> Optional.empty();

  /**
   * Keeps what is written by Akka Persistence, in the journal that this JVM is configured with.
   *
   * @param id of the actor, the same wherever and whenever it comes to life
   */
  static Journal persistent(String id) {
    return owner -> Optional.of(Scribe.create(id, owner));
  }

  /**
   * Who writes for the actor; empty where nothing is kept.
   *
   * @param owner the actor, which is told all that has been written before anything else
   */
  Optional<Behavior<Scribe.Write>> scribe(ActorRef<Scribe.Told> owner);
}
