package io.metasched.resource.actor.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.resource.actor.Require;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Journal to which an actor's events are written.
 *
 * @param id id of the actor, equal in all JVMs and incarnations; null if nothing is written
 * @param snapshotEvery number of events between two snapshots of the state
 */
public record Journal(@Nullable String id, int snapshotEvery) {
  /** Journal that writes nothing: the state of the actor ends with it. */
  public static final Journal NONE = new Journal(null, 1);

  /**
   * @throws IllegalArgumentException for fewer than one event between snapshots
   */
  public Journal {
    Require.atLeast("snapshotEvery", 1, snapshotEvery);
  }

  /** Creates a journal that Akka Persistence writes as configured in this JVM. */
  public static Journal persistent(String id, int snapshotEvery) {
    return new Journal(id, snapshotEvery);
  }

  /** Returns the writer of events, which first replies with the state after all events so far. */
  <S> Optional<Behavior<JournalWriter.Write>> writer(
      StateFold<S> fold, ActorRef<JournalWriter.Event> owner) {
    return with((name, every) -> JournalWriter.create(name, every, fold, owner));
  }

  /** Returns a reader of all existing events, which replies with the resulting state. */
  <S> Optional<Behavior<JournalReader.Stop>> reader(
      EventFold<S> fold, ActorRef<JournalWriter.Event> owner) {
    return with((name, every) -> JournalReader.create(name, fold, owner));
  }

  private <B> Optional<B> with(BiFunction<String, Integer, B> behavior) {
    return Optional.ofNullable(id).map(name -> behavior.apply(name, snapshotEvery));
  }
}
