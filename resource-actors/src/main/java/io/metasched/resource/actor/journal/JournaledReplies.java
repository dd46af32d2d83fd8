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
 * Replies of an actor, each sent once its event is written, and cached for repeated commands. Part
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
   * Answers a repeated command; its last sender gets the reply. Returns false if it is a new one.
   */
  public boolean repeat(CommandId command, ActorRef<R> replyTo) {
    var known = cache.of(command);
    known.ifPresent(replyTo::tell);
    return known.isPresent() || unwritten.replace(command, replyTo) != null;
  }

  /** Returns whether the command is so old that its reply, if it had one, has been dropped. */
  public boolean isTooOld(CommandId command) {
    return cache.isTooOld(command);
  }

  /** Writes the event of a command, then sends and caches its reply. */
  public void give(ActorRef<R> replyTo, R reply, CborSerializable event) {
    var command = id.apply(reply);
    unwritten.put(command, replyTo);
    eventLog.append(
        event,
        () -> {
          cache.remember(command, reply);
          Objects.requireNonNull(unwritten.remove(command)).tell(reply);
        });
  }
}
