package io.metasched.resource.actor;

import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.DomainSession;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.fanout.SessionSnapshot;
import io.metasched.resource.fanout.Sessions;
import io.metasched.resource.model.Slot;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * Planning sessions of a domain, and the answers to queries in them. Part of its domain's actor,
 * and confined to it.
 */
final class PlanningSessions {
  private final int domain;
  private final long blockTicks;
  private final int mostBlocksOpened;
  private final Logger log;
  private final Sessions<Domain.Command> sessions;
  private final double wholeListShare;
  private final int shortList;
  private final Consumer<CommandId> closed;
  private long opensUntil;

  /**
   * @param blockTicks ticks that the owners open at once
   * @param closed receives each open session that is closed
   */
  PlanningSessions(
      int domain,
      long blockTicks,
      DomainSettings settings,
      Logger log,
      Consumer<CommandId> closed) {
    this.closed = closed;
    this.domain = domain;
    this.blockTicks = blockTicks;
    this.log = log;
    mostBlocksOpened = settings.mostBlocksOpened();
    wholeListShare = settings.wholeListShare();
    shortList = settings.shortList();
    sessions = new Sessions<>(settings.mostSessions(), settings.mostCommandsInFlight());
  }

  /** Restores the open sessions of a snapshot. */
  void restore(DomainEvent.Snapshot from, OwnedNodes nodes) {
    opensUntil = from.opensUntil();
    for (var session : from.sessions()) {
      var slots = new ArrayList<Slot>(session.slots().size());
      for (var slot : session.slots()) {
        slots.add(new Slot(nodes.node(slot.node()), slot.span(), slot.priceMilli()));
      }
      open(session.id(), new SessionSnapshot(slots));
    }
  }

  private void open(CommandId id, SessionSnapshot slots) {
    sessions.open(id, new DomainSession(slots, wholeListShare));
  }

  /** Returns the slots of an open session as of its opening. */
  List<NodeSlot> slots(CommandId id) {
    return sessions.find(id).orElseThrow().slots().stream().map(NodeSlot::of).toList();
  }

  Optional<Rejection> whyNotOpen(Domain.OpenSession c) {
    if (sessions.isFull()) {
      return Optional.of(Rejection.TOO_MANY_SESSIONS);
    }
    long until = c.horizon().end();
    boolean tooFar =
        until > Long.MAX_VALUE - blockTicks
            || (until - opensUntil) / blockTicks >= mostBlocksOpened;
    return tooFar ? Optional.of(Rejection.TOO_FAR_AHEAD) : Optional.empty();
  }

  /** Registers a session that is being opened; commands for it wait until it is open. */
  void begin(Domain.OpenSession c) {
    opensUntil = Math.max(opensUntil, c.horizon().end());
    sessions.begin(c.id());
  }

  /**
   * Opens the session with the offers of the owners. If the reply has all slots, the session is
   * closed again.
   */
  Domain.Reply open(Domain.OpenSession c, DomainOffers offers) {
    var slots = offers.within(c);
    boolean hasAll = slots.size() <= shortList;
    if (!hasAll) {
      open(c.id(), slots);
    }
    return new Domain.SessionOpened(
        c.id(), domain, offers.versions(), slots.size(), hasAll ? slots.list() : List.of());
  }

  /**
   * Processes the commands that waited for the opening of a session, if the answered command was
   * one. The session prepares for its first query while the issuer still waits for other domains.
   */
  void settle(CommandId answered) {
    sessions.find(answered).ifPresent(DomainSession::prepare);
    for (var waited : sessions.settle(answered)) {
      if (waited instanceof Domain.Search search) {
        search(search);
      } else if (waited instanceof Domain.CloseSession close) {
        close(close);
      }
    }
  }

  void search(Domain.Search c) {
    if (!sessions.isOpening(c.session())) {
      var reply =
          sessions
              .find(c.session())
              .map(session -> answer(c, session))
              .orElseGet(() -> new Domain.Rejected(c.id(), Rejection.UNKNOWN_SESSION));
      c.replyTo().tell(reply);
    } else if (!sessions.await(c.session(), c.id(), c)) {
      c.replyTo().tell(new Domain.Rejected(c.id(), Rejection.TOO_MANY_REQUESTS));
    }
  }

  /**
   * Answers a query. A query that fails ends its session, because its slots may be changed partly.
   */
  private Domain.Reply answer(Domain.Search c, DomainSession session) {
    try {
      return new Domain.Found(c.id(), session.answer(c.question()));
    } catch (IllegalStateException | IllegalArgumentException | ArithmeticException e) {
      log.warn("Question {} does not fit: {}", c.id(), e.getMessage());
      closeNow(c.session());
      return new Domain.Rejected(c.id(), Rejection.WRONG_QUESTION);
    }
  }

  void close(Domain.CloseSession c) {
    if (sessions.isOpening(c.session())) {
      sessions.await(c.session(), c.session(), c);
    } else {
      closeNow(c.session());
    }
  }

  private void closeNow(CommandId session) {
    boolean wasOpen = sessions.find(session).isPresent();
    sessions.close(session);
    if (wasOpen) {
      closed.accept(session);
    }
  }
}
