package io.metasched.simulation.driver;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import java.util.function.Function;

/** Adapters through which the clock of a run receives the replies of its actors. */
@FunctionalInterface
public interface Replies {
  /**
   * Returns the recipient of the replies of one protocol.
   *
   * @param type common type of the replies
   * @param id function of a reply to the id of its command
   */
  <T> ActorRef<T> of(Class<T> type, Function<T, CommandId> id);
}
