package io.metasched.resource.actor.journal;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import io.metasched.resource.actor.CborSerializable;
import java.util.function.Function;

/** How a journaled actor begins: it waits for the state that its journal leads to. */
public final class Recovery {
  private Recovery() {}

  /**
   * Stashes commands until the state is there; those beyond the capacity are dropped, and repeated
   * by their issuers.
   *
   * @param journalReplied the commands that contain a reply of the journal
   * @param reply that reply
   * @param recovered what the actor does from then on, given the state
   * @throws IllegalStateException as it runs, when the journal cannot be read
   */
  public static <C, J extends C> Behavior<C> await(
      StashBuffer<C> stash,
      Class<J> journalReplied,
      Function<J, JournalWriter.Event> reply,
      Function<CborSerializable, Behavior<C>> recovered) {
    return Behaviors.receiveMessage(
        command -> {
          if (!journalReplied.isInstance(command)) {
            if (!stash.isFull()) {
              stash.stash(command);
            }
            return Behaviors.same();
          }
          if (reply.apply(journalReplied.cast(command)) instanceof JournalWriter.Recovered found) {
            return stash.unstashAll(recovered.apply(found.state()));
          }
          throw new IllegalStateException("the journal cannot be read");
        });
  }
}
