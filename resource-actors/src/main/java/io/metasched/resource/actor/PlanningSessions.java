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
 * Keeps a domain's sessions and answers the questions in them. Part of its domain's actor, and
 * confined to it.
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
   * @param blockTicks how much time the owners open at once
   * @param closed gets each session that was open and is closed
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

  /** Opens the sessions again that a snapshot has open. */
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

  /** The slots of a session that is open, as they were when it was opened. */
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

  /** The session is going to be opened; what is said about it meanwhile waits. */
  void begin(Domain.OpenSession c) {
    opensUntil = Math.max(opensUntil, c.horizon().end());
    sessions.begin(c.id());
  }

  /**
   * The session is open, on what the owners offer; where the reply has all slots, it is closed
   * again.
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
   * A command has been answered: if it was to open a session, what has waited gets its turn. While
   * the issuer still hears of other domains the session makes ready for its first question.
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

  /** A question that cannot be answered ends its session: its slots may be changed half. */
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
