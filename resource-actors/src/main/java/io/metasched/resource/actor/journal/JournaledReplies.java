package io.metasched.resource.actor.journal;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Replies of an actor, each sent after its event is written, and cached for repeated commands. Part
 * of its actor, and confined to it.
 */
public final class JournaledReplies<R> {
  private final EventLog eventLog;
  private final ReplyCache<R> cache;
  private final Function<R, CommandId> id;
  private final TreeMap<CommandId, ActorRef<R>> unwritten = new TreeMap<>();

  /**
   * @param capacity maximum number of cached replies, at least 1
   * @param id function that returns the command of a reply
   */
  public JournaledReplies(EventLog eventLog, int capacity, Function<R, CommandId> id) {
    this.eventLog = eventLog;
    this.id = id;
    cache = new ReplyCache<>(capacity);
  }

  /** Restores the cached replies of another incarnation. */
  public void restore(List<CommandId> forgotten, List<R> replies) {
    cache.restore(forgotten, replies, id);
  }

  /**
   * Returns whether a command is new. If the command is repeated, its last sender gets the reply.
   * If the command is so old that a reply to it would have been dropped, it is rejected.
   *
   * @param tooOld rejection of such a command
   */
  public boolean isNew(CommandId command, ActorRef<R> replyTo, R tooOld) {
    var known = cache.of(command);
    if (known.isPresent()) {
      replyTo.tell(known.get());
      return false;
    } else if (unwritten.replace(command, replyTo) != null) {
      return false;
    } else if (cache.isTooOld(command)) {
      replyTo.tell(tooOld);
      return false;
    }
    return true;
  }

  /** Writes the event of a command, then sends and caches its reply. */
  public void give(ActorRef<R> replyTo, R reply, CborSerializable event) {
    var command = id.apply(reply);
    unwritten.put(command, replyTo);
    eventLog.append(
        event,
        () -> {
          cache.add(command, reply);
          Objects.requireNonNull(unwritten.remove(command)).tell(reply);
        });
  }
}
