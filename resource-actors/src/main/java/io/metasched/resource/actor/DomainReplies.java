package io.metasched.resource.actor;

import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * Cache of the last replies of a domain, for repeated commands. The maximum number of long replies,
 * which list all nodes, is the maximum number of open sessions. Confined to one thread.
 */
final class DomainReplies {
  private final int mostLong;
  private final ReplyCache<Domain.Reply> cache;
  private final ArrayDeque<CommandId> longOnes = new ArrayDeque<>(); // long replies in the cache

  DomainReplies(DomainSettings settings) {
    mostLong = settings.mostSessions();
    cache = new ReplyCache<>(settings.cachedReplies());
  }

  /** Restores the replies of a snapshot. */
  void restore(DomainEvent.Snapshot from) {
    cache.forget(from.forgotten());
    from.replies().forEach(this::add);
  }

  void add(Domain.Reply reply) {
    cache.add(reply.id(), reply);
    if (reply instanceof PlanningSessions.SessionOpened
        || reply instanceof OwnerOffers.Offered
        || reply instanceof LocalReports.Reported) {
      longOnes.add(reply.id());
    }
    if (longOnes.size() > mostLong) {
      var oldest = longOnes.remove();
      cache.replace(oldest, new Domain.Rejected(oldest, Rejection.TOO_OLD));
    }
  }

  Optional<Domain.Reply> of(CommandId id) {
    return cache.of(id);
  }

  boolean isTooOld(CommandId id) {
    return cache.isTooOld(id);
  }

  /** Returns the cached replies, oldest first. */
  List<Domain.Reply> all() {
    return List.copyOf(cache.answers().values());
  }

  /** Returns, for each issuer, its last command whose reply was dropped. */
  List<CommandId> forgotten() {
    return cache.forgotten();
  }
}
