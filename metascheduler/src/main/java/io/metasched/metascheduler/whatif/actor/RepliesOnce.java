package io.metasched.metascheduler.whatif.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Deduplication of the commands of an actor, so that each command is answered once. A repeated
 * command gets the cached reply, or the outstanding reply, which is sent to the last sender.
 * Confined to its actor.
 *
 * @param <R> type of the actor's replies
 */
final class RepliesOnce<R> {
  private final ReplyCache<R> replyCache;
  private final TreeMap<CommandId, ActorRef<R>> senders =
      new TreeMap<>(); // senders that wait for a reply

  /**
   * @param replyCache cache of the replies
   */
  RepliesOnce(ReplyCache<R> replyCache) {
    this.replyCache = replyCache;
  }

  /** Accepts a command; returns whether the command is new and must be answered. */
  boolean isNew(CommandId id, ActorRef<R> sender) {
    var known = replyCache.of(id);
    if (known.isPresent()) {
      sender.tell(known.get());
      return false;
    }
    return senders.put(id, sender) == null;
  }

  /** Answers a command that was accepted. */
  void answer(CommandId id, R reply) {
    var sender = senders.remove(id);
    if (sender != null) {
      sender.tell(reply);
    }
  }

  void answerAll(Function<CommandId, R> reply) {
    senders.forEach((id, sender) -> sender.tell(reply.apply(id)));
    senders.clear();
  }
}
