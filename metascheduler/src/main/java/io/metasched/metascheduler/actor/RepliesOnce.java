package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Has each command of an actor answered once: a repeated one gets the answer that is remembered, or
 * the answer that is to come, which goes to the last sender. Confined to its actor.
 *
 * @param <R> what the actor answers
 */
final class RepliesOnce<R> {
  private final ReplyCache<R> remembered;
  private final TreeMap<CommandId, ActorRef<R>> senders = new TreeMap<>(); // who await an answer

  /**
   * @param remembered the answers that were given
   */
  RepliesOnce(ReplyCache<R> remembered) {
    this.remembered = remembered;
  }

  /** Takes a command; whether it is a new one, which is to be answered. */
  boolean isNew(CommandId id, ActorRef<R> sender) {
    var known = remembered.of(id);
    if (known.isPresent()) {
      sender.tell(known.get());
      return false;
    }
    return senders.put(id, sender) == null;
  }

  /** Answers a command, which was taken. */
  void answer(CommandId id, R reply) {
    var sender = senders.remove(id);
    if (sender != null) {
      sender.tell(reply);
    }
  }

  /** Answers all that were taken. */
  void answerAll(Function<CommandId, R> reply) {
    senders.forEach((id, sender) -> sender.tell(reply.apply(id)));
    senders.clear();
  }
}
