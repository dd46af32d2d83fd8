package io.metasched.resource.actor;

import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The last answers of a domain, for commands that are repeated. Of long answers, a list of all
 * nodes each, as many are remembered as there may be sessions. Confined to one thread.
 */
final class DomainReplies {
  private final int mostLong;
  private final ReplyCache<Domain.Reply> cache;
  private final ArrayDeque<CommandId> longOnes = new ArrayDeque<>(); // remembered as such

  DomainReplies(DomainSettings settings) {
    mostLong = settings.mostSessions();
    cache = new ReplyCache<>(settings.cachedReplies());
  }

  /** Takes in what a snapshot has of them. */
  void restore(DomainEvent.Snapshot from) {
    cache.forget(from.forgotten());
    from.replies().forEach(this::remember);
  }

  void remember(Domain.Reply reply) {
    cache.remember(reply.id(), reply);
    if (reply instanceof Domain.SessionOpened
        || reply instanceof Domain.Offered
        || reply instanceof Domain.Reported) {
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

  /** The answers remembered, oldest first. */
  List<Domain.Reply> all() {
    return List.copyOf(cache.answers().values());
  }

  /** The last command of each issuer whose answer is forgotten. */
  List<CommandId> forgotten() {
    return cache.forgotten();
  }
}
