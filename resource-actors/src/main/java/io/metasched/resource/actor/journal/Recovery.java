package io.metasched.resource.actor.journal;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.resource.actor.CborSerializable;
import java.util.function.Function;

/** Recovery of a journaled actor, which waits for the state from its journal. */
public final class Recovery {
  private Recovery() {}

  /**
   * Stashes commands until the state has arrived. Commands beyond the capacity are dropped; their
   * issuers repeat them.
   *
   * @param mostWaiting maximum number of stashed commands
   * @param journalReplied type of the commands that contain a reply of the journal
   * @param reply function that returns the reply of the journal
   * @param recovered function that returns the behavior after recovery, from the state
   * @throws IllegalStateException in the running behavior, if the journal cannot be read
   */
  public static <C, J extends C> Behavior<C> await(
      int mostWaiting,
      Class<J> journalReplied,
      Function<J, JournalWriter.Event> reply,
      Function<CborSerializable, Behavior<C>> recovered) {
    return Behaviors.withStash(
        mostWaiting,
        stash ->
            Behaviors.receiveMessage(
                command -> {
                  if (!journalReplied.isInstance(command)) {
                    if (!stash.isFull()) {
                      stash.stash(command);
                    }
                    return Behaviors.same();
                  }
                  var replied = reply.apply(journalReplied.cast(command));
                  if (replied instanceof JournalWriter.Recovered found) {
                    return stash.unstashAll(recovered.apply(found.state()));
                  }
                  throw new IllegalStateException("the journal cannot be read");
                }));
  }
}
