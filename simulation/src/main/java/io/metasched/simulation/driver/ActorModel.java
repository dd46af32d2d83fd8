package io.metasched.simulation.driver;

import io.metasched.resource.owner.CommandId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Model of a run through actors for its clock: determines the commands that are due, and interprets
 * the replies. Confined to the clock until the run is over.
 *
 * @param <R> tables of a run
 */
public interface ActorModel<R> {

  /** Sender of commands to the actors of a run. */
  @FunctionalInterface
  interface Commands {
    /**
     * Sends a command; it is sent again, with the same id, if no reply arrives.
     *
     * @param send sends the command with an id
     * @return id of the command
     */
    CommandId send(Consumer<CommandId> send);
  }

  /**
   * Sends the commands that are due next; none if the run is over. Called after all commands have
   * been replied to. Commands sent by one call are executed concurrently.
   */
  void advance(Commands commands);

  /**
   * Processes the first reply to a command.
   *
   * @param commands sends the commands that follow from the reply
   * @return failure that ends the run; empty if there is none
   */
  Optional<Throwable> replied(CommandId id, Object reply, Commands commands);

  /**
   * Returns whether an actor may be planning, in which case a missing reply is not a fault. By
   * default no actor computes for long.
   */
  default boolean mayBePlanning() {
    return false;
  }

  /** Returns a description of the awaited replies, for a message. */
  String awaited();

  /**
   * Returns the tables of the run.
   *
   * @param driver name of the driver, for the title
   * @param version version of the program, for the title
   * @throws IllegalStateException before the run is over
   */
  R tables(String driver, String version);
}
