package io.metasched.resource.actor;

import io.metasched.resource.owner.CommandId;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cache of the last replies of one owner, for repeated commands. Only the last offer is kept,
 * because offers are long. Equivalent to a {@link io.metasched.resource.owner.ReplyCache} for few
 * replies, but uses less memory, because each node needs a cache. Confined to one thread.
 */
final class OwnerReplies {
  private static final NodeOwner.Reply[] NO_REPLIES = {};
  private static final CommandId[] NO_COMMANDS = {};

  private final int capacity;
  private NodeOwner.Reply[] kept = NO_REPLIES; // oldest first
  private CommandId[] forgotten =
      NO_COMMANDS; // the greatest command of each issuer, in the order of use

  /**
   * @param capacity maximum number of replies kept, and of issuers whose dropped commands are
   *     known; at least 1
   */
  OwnerReplies(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
    }
    this.capacity = capacity;
  }

  /** Returns the reply to a command, if the reply is cached. */
  Optional<NodeOwner.Reply> of(CommandId id) {
    for (var reply : kept) {
      if (reply.id().equals(id)) {
        return Optional.of(reply);
      }
    }
    return Optional.empty();
  }

  /** Returns whether the command is so old that a reply to it would have been dropped. */
  boolean isTooOld(CommandId id) {
    for (var last : forgotten) {
      if (last.issuer() == id.issuer()) {
        return id.number() <= last.number() && of(id).isEmpty();
      }
    }
    return false;
  }

  /** Stores the reply to a new command, and drops the oldest replies beyond the capacity. */
  void add(NodeOwner.Reply reply) {
    int left = kept.length == capacity ? 0 : -1;
    for (int i = 0; reply instanceof NodeOwner.Offered && i < kept.length; i++) {
      left = kept[i] instanceof NodeOwner.Offered ? i : left;
    }
    if (left < 0) {
      kept = Arrays.copyOf(kept, kept.length + 1);
    } else {
      forget(kept[left].id());
      System.arraycopy(kept, left + 1, kept, left, kept.length - left - 1);
    }
    kept[kept.length - 1] = reply;
  }

  private void forget(CommandId id) {
    var greatest = id;
    int left = forgotten.length == capacity ? 0 : -1;
    for (int i = 0; i < forgotten.length; i++) {
      if (forgotten[i].issuer() == id.issuer()) {
        greatest = forgotten[i].compareTo(id) > 0 ? forgotten[i] : id;
        left = i;
      }
    }
    if (left < 0) {
      forgotten = Arrays.copyOf(forgotten, forgotten.length + 1);
    } else {
      System.arraycopy(forgotten, left + 1, forgotten, left, forgotten.length - left - 1);
    }
    forgotten[forgotten.length - 1] = greatest;
  }
}
