package io.metasched.simulation.driver;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import java.util.function.Function;

/** Where the replies of a run's actors go: to its clock. */
@FunctionalInterface
public interface Replies {
  /**
   * Takes the replies of one protocol.
   *
   * @param type the common type of the replies
   * @param id the command that a reply is to
   */
  <T> ActorRef<T> of(Class<T> type, Function<T, CommandId> id);
}
