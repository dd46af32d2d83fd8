package io.metasched.resource.actor.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.resource.actor.Require;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where an actor's events are written.
 *
 * @param id of the actor, the same in all JVMs and incarnations; null where nothing is written
 * @param snapshotEvery how many events there are from one snapshot of the state to the next
 */
public record Journal(@Nullable String id, int snapshotEvery) {
  /** Nothing is written: the state of the actor ends with it. */
  public static final Journal NONE = new Journal(null, 1);

  /**
   * @throws IllegalArgumentException for fewer than one event between snapshots
   */
  public Journal {
    Require.atLeast("snapshotEvery", 1, snapshotEvery);
  }

  /** Events are written by Akka Persistence, to the journal that this JVM is configured with. */
  public static Journal persistent(String id, int snapshotEvery) {
    return new Journal(id, snapshotEvery);
  }

  /** The writer of events, which first replies with the state that they lead to so far. */
  <S> Optional<Behavior<JournalWriter.Write>> writer(
      StateFold<S> fold, ActorRef<JournalWriter.Event> owner) {
    return with((name, every) -> JournalWriter.create(name, every, fold, owner));
  }

  /** A reader of all events there are, which replies with the state that they lead to. */
  <S> Optional<Behavior<JournalReader.Stop>> reader(
      EventFold<S> fold, ActorRef<JournalWriter.Event> owner) {
    return with((name, every) -> JournalReader.create(name, fold, owner));
  }

  private <B> Optional<B> with(BiFunction<String, Integer, B> behavior) {
    return Optional.ofNullable(id).map(name -> behavior.apply(name, snapshotEvery));
  }
}
