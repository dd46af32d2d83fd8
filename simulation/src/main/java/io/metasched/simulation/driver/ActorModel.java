package io.metasched.simulation.driver;

import io.metasched.resource.owner.CommandId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run through actors as its clock drives it: which commands are due, and what their replies mean.
 * Confined to the clock until the run is over.
 *
 * @param <R> the tables of a run
 */
public interface ActorModel<R> {

  /** Sends commands to the actors of a run. */
  @FunctionalInterface
  interface Commands {
    /**
     * Sends a command; it is sent again, with the same id, where no reply comes.
     *
     * @param send sends it under an id
     * @return the id
     */
    CommandId send(Consumer<CommandId> send);
  }

  /**
   * Sends what is due next; nothing when the run is over. It is called when each command has been
   * replied to. What is sent by one call happens side by side.
   */
  void advance(Commands commands);

  /**
   * Takes the first reply to a command.
   *
   * @param commands sends what follows from it
   * @return why the run cannot go on, if so
   */
  Optional<Throwable> replied(CommandId id, Object reply, Commands commands);

  /** Whether an actor may be planning, so that it is no fault that no reply comes. */
  boolean mayBePlanning();

  /** What is awaited, for a message. */
  String awaited();

  /**
   * What the run leaves behind.
   *
   * @param driver name of what drove it, for the title
   * @param version version of the program, for the title
   * @throws IllegalStateException before the run is over
   */
  R tables(String driver, String version);
}
