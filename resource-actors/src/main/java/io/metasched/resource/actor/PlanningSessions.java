package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.ReceiveBuilder;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.DomainSession;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.fanout.SessionSnapshot;
import io.metasched.resource.fanout.Sessions;
import io.metasched.resource.fanout.SlotQuery;
import io.metasched.resource.fanout.SlotQueryResult;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * Protocol for the planning sessions of a domain: the sessions, and the answers to queries in them.
 * Part of the domain's actor, and confined to it.
 */
public final class PlanningSessions {

  /**
   * Request to open a planning session. The session is identified by the id of this command. The
   * owners open time until the end of the horizon, then offer the vacant slots in the horizon.
   * Answered by {@link SessionOpened}.
   */
  public record OpenSession(
      CommandId id, Span horizon, long nowTick, ActorRef<Domain.Reply> replyTo)
      implements Domain.Request, Domain.BatchableCommand {
    public OpenSession {
      Require.tick("nowTick", nowTick);
    }

    @Override
    public OpenSession answeredTo(ActorRef<Domain.Reply> other) {
      return new OpenSession(id, horizon, nowTick, other);
    }
  }

  /**
   * Query for the relevant slots of a session. Answered by {@link Found}, from the session and
   * without the owners. The reply is not cached, but does not change while the session is open.
   */
  public record Search(
      CommandId id, CommandId session, SlotQuery question, ActorRef<Domain.Reply> replyTo)
      implements Domain.BatchableCommand {
    public Search {
      Require.atLeast("spare", 0, question.spare());
      Require.atMost("nodes + spare", Integer.MAX_VALUE, nodesAndSpare(question));
    }

    @Override
    public Search answeredTo(ActorRef<Domain.Reply> other) {
      return new Search(id, session, question, other);
    }

    private static long nodesAndSpare(SlotQuery question) {
      return (long) question.request().nodes() + question.spare();
    }
  }

  /** Notice that closes a session; not answered. */
  public record CloseSession(CommandId session) implements Domain.BatchableCommand {
    @Override
    public CloseSession answeredTo(ActorRef<Domain.Reply> other) {
      return this;
    }
  }

  /**
   * Confirmation that the session is open.
   *
   * @param versions versions of the owners' lists, by node
   * @param slots number of slots
   * @param list all slots, if there are few: the session is then closed, since no query is needed;
   *     otherwise empty
   */
  public record SessionOpened(
      CommandId id, int domain, List<NodeVersion> versions, int slots, List<Slot> list)
      implements Domain.Reply {
    public SessionOpened {
      versions = List.copyOf(versions);
      list = List.copyOf(list);
    }

    /** Returns whether the list has all slots, so that no query is needed. */
    public boolean hasAll() {
      return list.size() == slots;
    }
  }

  /** Relevant slots of a session. */
  public record Found(CommandId id, SlotQueryResult answer) implements Domain.Reply {}

  private final int domain;
  private final OwnedNodes nodes;
  private final int mostBlocksOpened;
  private final Logger log;
  private final Sessions<Domain.Command> sessions;
  private final double wholeListShare;
  private final int shortList;
  private final EventLog eventLog;
  private long opensUntil;

  /**
   * @param eventLog log of the closing of sessions
   */
  PlanningSessions(
      int domain, OwnedNodes nodes, DomainSettings settings, EventLog eventLog, Logger log) {
    this.domain = domain;
    this.nodes = nodes;
    this.eventLog = eventLog;
    this.log = log;
    mostBlocksOpened = settings.mostBlocksOpened();
    wholeListShare = settings.wholeListShare();
    shortList = settings.shortList();
    sessions = new Sessions<>(settings.mostSessions(), settings.mostCommandsInFlight());
  }

  /** Adds the handlers of the commands. */
  void handle(
      ReceiveBuilder<Domain.Command> commands, OperationExecutor executor, OwnerOffers offers) {
    commands
        .onMessage(OpenSession.class, c -> onOpenSession(c, executor, offers))
        .onMessage(Search.class, this::onSearch)
        .onMessage(CloseSession.class, this::onCloseSession);
  }

  private Behavior<Domain.Command> onOpenSession(
      OpenSession c, OperationExecutor executor, OwnerOffers offers) {
    var operation = offers.operation(c, all -> open(c, all));
    if (executor.accepts(operation, () -> whyNotOpen(c))) {
      begin(c);
      executor.start(operation);
    }
    return Behaviors.same();
  }

  private Behavior<Domain.Command> onSearch(Search c) {
    search(c);
    return Behaviors.same();
  }

  private Behavior<Domain.Command> onCloseSession(CloseSession c) {
    close(c);
    return Behaviors.same();
  }

  /** Restores the open sessions of a snapshot. */
  void restore(DomainEvent.Snapshot from) {
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

  private Optional<Rejection> whyNotOpen(OpenSession c) {
    if (sessions.isFull()) {
      return Optional.of(Rejection.TOO_MANY_SESSIONS);
    }
    long blockTicks = nodes.blockTicks();
    long until = c.horizon().end();
    boolean tooFar =
        until > Long.MAX_VALUE - blockTicks
            || (until - opensUntil) / blockTicks >= mostBlocksOpened;
    return tooFar ? Optional.of(Rejection.TOO_FAR_AHEAD) : Optional.empty();
  }

  /** Registers a session that is being opened; commands for the session wait until it is open. */
  private void begin(OpenSession c) {
    opensUntil = Math.max(opensUntil, c.horizon().end());
    sessions.begin(c.id());
  }

  /**
   * Opens the session with the offers of the owners. If the reply has all slots, the session is
   * closed again.
   */
  private Domain.Reply open(OpenSession c, DomainOffers offers) {
    var slots = offers.within(c);
    boolean hasAll = slots.size() <= shortList;
    if (!hasAll) {
      open(c.id(), slots);
    }
    return new SessionOpened(
        c.id(), domain, offers.versions(), slots.size(), hasAll ? slots.list() : List.of());
  }

  /**
   * If the answered command opened a session, processes the commands that waited for it. The
   * session prepares for its first query while the issuer still waits for other domains.
   */
  void settle(CommandId answered) {
    sessions.find(answered).ifPresent(DomainSession::prepare);
    for (var waited : sessions.settle(answered)) {
      if (waited instanceof Search search) {
        search(search);
      } else if (waited instanceof CloseSession close) {
        close(close);
      }
    }
  }

  private void search(Search c) {
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
   * Answers a query. A query that fails ends its session, because some of the session's slots may
   * already be changed.
   */
  private Domain.Reply answer(Search c, DomainSession session) {
    try {
      return new Found(c.id(), session.answer(c.question()));
    } catch (IllegalStateException | IllegalArgumentException | ArithmeticException e) {
      log.warn("Search {} rejected: {}", c.id(), e.getMessage());
      closeNow(c.session());
      return new Domain.Rejected(c.id(), Rejection.WRONG_QUESTION);
    }
  }

  private void close(CloseSession c) {
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
      eventLog.append(new DomainEvent.SessionClosed(session), () -> {});
    }
  }
}
