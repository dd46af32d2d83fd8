package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.SlotQuery;
import io.metasched.resource.fanout.SlotQueryResult;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.NodeReport;
import io.metasched.resource.owner.NodeTimeline;
import io.metasched.resource.owner.ProjectedSlots;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.Pricing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actor of the nodes of one site: parent of their owners, to which it sends requests on behalf of
 * others, and host of planning sessions.
 *
 * <p>Each command is answered exactly once, to its last sender. A repeated command is answered from
 * the cache, or together with the first one while that is in flight. Commands with a common owner
 * are executed one after the other, in the order of arrival; others run concurrently. The same
 * commands in the same order therefore get the same replies, regardless of the timing of messages
 * between the domain and its owners. (The limits are an exception: the commands in flight depend on
 * the timing of the issuers.)
 *
 * <p>Commands contain the model time. Actions of owners until then, such as local jobs that arrive,
 * are processed first: {@link NodeOwner}.
 *
 * <p>An owner that stops is not restarted. A command that needs it is answered by {@link Refused}
 * with {@link Refusal#OWNER_LOST}, now and later.
 */
public final class Domain extends AbstractBehavior<Domain.Command> {

  /** Command to a domain. */
  public sealed interface Command extends CborSerializable {}

  /** Command that is executed once through the owners, and whose reply is cached. */
  public sealed interface Request extends Command {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /**
   * Command that is sent to many domains at once, so that those of one JVM may receive it in one
   * message.
   */
  public sealed interface BatchableCommand extends Command {
    /**
     * Returns a copy with the given receiver of the reply, or the command itself if it has no
     * reply.
     */
    BatchableCommand answeredTo(ActorRef<Reply> other);
  }

  /**
   * Request to open a planning session, which is identified by this command's id. The owners open
   * time until the end of the horizon, then offer the vacant slots in it. Answered by {@link
   * SessionOpened}.
   */
  public record OpenSession(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Request, BatchableCommand {
    public OpenSession {
      Require.tick("nowTick", nowTick);
    }

    @Override
    public OpenSession answeredTo(ActorRef<Reply> other) {
      return new OpenSession(id, horizon, nowTick, other);
    }
  }

  /**
   * Query for the relevant slots of a session. Answered by {@link Found}, from the session and
   * without the owners. The reply is not cached, but as long as the session is open it is equal.
   */
  public record Search(CommandId id, CommandId session, SlotQuery question, ActorRef<Reply> replyTo)
      implements BatchableCommand {
    public Search {
      Require.atLeast("spare", 0, question.spare());
      Require.atMost("nodes + spare", Integer.MAX_VALUE, nodesAndSpare(question));
    }

    @Override
    public Search answeredTo(ActorRef<Reply> other) {
      return new Search(id, session, question, other);
    }

    private static long nodesAndSpare(SlotQuery question) {
      return (long) question.request().nodes() + question.spare();
    }
  }

  /** Notice that closes a session; not answered. */
  public record CloseSession(CommandId session) implements BatchableCommand {
    @Override
    public CloseSession answeredTo(ActorRef<Reply> other) {
      return this;
    }
  }

  /** Query for the slots that would be vacant without jobs from outside. */
  public record OfferWithoutJobs(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public OfferWithoutJobs {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to hold parts for a job: all of them or, if an owner refuses, none. */
  public record Hold(
      CommandId id,
      JobId job,
      List<HeldPart> parts,
      long nowTick,
      long lapseTick,
      ActorRef<Reply> replyTo)
      implements Request {
    public Hold {
      parts = List.copyOf(parts);
      Require.distinct(DomainOperations.nodes(parts));
      Require.lapse(nowTick, lapseTick);
    }
  }

  /**
   * Request to hold parts for several jobs, in the order of the windows. Answered by {@link
   * WindowsDone}: all windows that are not refused are held in this domain. Parts held for a
   * refused window stay held until they are released or expire.
   *
   * @param windows at least one, each of another job
   */
  public record HoldWindows(
      CommandId id,
      List<WindowParts> windows,
      long nowTick,
      long lapseTick,
      ActorRef<Reply> replyTo)
      implements Request, BatchableCommand {
    public HoldWindows {
      windows = List.copyOf(windows);
      Require.differentJobs(windows.stream().map(WindowParts::job).toList());
      Require.lapse(nowTick, lapseTick);
    }

    @Override
    public HoldWindows answeredTo(ActorRef<Reply> other) {
      return new HoldWindows(id, windows, nowTick, lapseTick, other);
    }
  }

  /**
   * Request to turn holds of some jobs into bookings, and to release those of others, if they have
   * any. Answered by {@link WindowsDone}. If an owner refuses to commit, or has terminated, the
   * others commit nevertheless, and the issuer ends the job where it is booked.
   *
   * @param committed windows whose holds become bookings
   * @param released windows whose holds are released; together with the committed ones at least
   *     one, each of another job
   */
  public record SettleWindows(
      CommandId id,
      List<WindowNodes> committed,
      List<WindowNodes> released,
      long nowTick,
      ActorRef<Reply> replyTo)
      implements Request, BatchableCommand {
    public SettleWindows {
      committed = List.copyOf(committed);
      released = List.copyOf(released);
      Require.differentJobs(both(committed, released).stream().map(WindowNodes::job).toList());
      Require.tick("nowTick", nowTick);
    }

    @Override
    public SettleWindows answeredTo(ActorRef<Reply> other) {
      return new SettleWindows(id, committed, released, nowTick, other);
    }
  }

  /**
   * Request to turn the job's holds on {@code nodes} into bookings, then to end its booking on the
   * {@code dropped} ones, as a move does.
   *
   * <p>If an owner refuses, or has terminated, the others commit nevertheless and nothing is
   * dropped: the issuer ends the job where it is booked.
   */
  public record Commit(
      CommandId id,
      JobId job,
      List<Integer> nodes,
      List<Integer> dropped,
      long nowTick,
      ActorRef<Reply> replyTo)
      implements Request {
    public Commit {
      nodes = List.copyOf(nodes);
      dropped = List.copyOf(dropped);
      Require.distinct(both(nodes, dropped));
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to release the job's holds, if it has any. */
  public record Release(
      CommandId id, JobId job, List<Integer> nodes, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public Release {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Request to move a job inside the domain: to book the parts, in place of its bookings on their
   * nodes, and to end it on the {@code dropped} ones. A refusal keeps the whole old booking, unless
   * an owner terminates in between; then the result is as with {@link Commit}.
   */
  public record Rebook(
      CommandId id,
      JobId job,
      List<HeldPart> parts,
      List<Integer> dropped,
      long nowTick,
      ActorRef<Reply> replyTo)
      implements Request {
    public Rebook {
      parts = List.copyOf(parts);
      dropped = List.copyOf(dropped);
      Require.distinct(DomainOperations.nodes(parts));
      Require.distinct(both(DomainOperations.nodes(parts), dropped));
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to end the job's parts on these nodes; the rest of their time is released. */
  public record End(
      CommandId id, JobId job, List<Integer> nodes, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public End {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Report that parts of jobs have ended, each at its own tick; the rest of their time is released.
   *
   * @param parts at least one; those of one node by their ticks
   */
  public record EndParts(CommandId id, List<EndedPart> parts, ActorRef<Reply> replyTo)
      implements Request {
    public EndParts {
      parts = List.copyOf(parts);
      Require.atLeast("parts", 1, parts.size());
    }

    List<Integer> nodes() {
      return parts.stream().map(EndedPart::node).distinct().toList();
    }
  }

  /**
   * Query for the local jobs of nodes until a tick. Answered by {@link Reported}.
   *
   * @param afterArrivals whether local jobs that arrive at {@code nowTick} count
   */
  public record Report(
      CommandId id,
      List<Integer> nodes,
      long nowTick,
      boolean afterArrivals,
      ActorRef<Reply> replyTo)
      implements Request {
    public Report {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }

    /** Returns the last tick whose local jobs count. */
    long arrivedThrough() {
      return afterArrivals ? nowTick : nowTick - 1;
    }
  }

  /**
   * Request that owners offer the slots of a book elsewhere, by node. Answered by {@link Done} once
   * all of them do; open sessions are not affected.
   */
  public record Project(
      CommandId id, SortedMap<Integer, ProjectedSlots> slots, ActorRef<Reply> replyTo)
      implements Request, LocalMessage {
    public Project {
      slots = Collections.unmodifiableSortedMap(new TreeMap<>(slots));
    }
  }

  private record OwnerAnswered(NodeOwner.Reply reply) implements Command {}

  private record OwnerStopped(int node) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  /** Reply of a domain; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Done.class, name = "done"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = WindowsDone.class, name = "windows"),
    @JsonSubTypes.Type(value = SessionOpened.class, name = "opened"),
    @JsonSubTypes.Type(value = Offered.class, name = "offered"),
    @JsonSubTypes.Type(value = Reported.class, name = "reported"),
    @JsonSubTypes.Type(value = Rejected.class, name = "rejected")
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
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
      implements Reply {
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
  public record Found(CommandId id, SlotQueryResult answer) implements Reply {}

  /** Slots that would be vacant, by node, then start. */
  public record Offered(CommandId id, List<Slot> slots) implements Reply {
    public Offered {
      slots = List.copyOf(slots);
    }
  }

  /**
   * Confirmation that the command is executed: held, committed, released, rebooked, ended, taken.
   */
  public record Done(CommandId id) implements Reply {}

  /**
   * Refusal of an owner, the first one in the order of the command's nodes. After a refused {@link
   * Hold} or {@link Rebook} the command holds nothing in this domain.
   */
  public record Refused(CommandId id, int node, Refusal reason) implements Reply {}

  /**
   * Confirmation that all windows are held, or settled, except the refused ones.
   *
   * @param refused refusal of an owner for each of them, the first one in the order of its nodes
   */
  public record WindowsDone(CommandId id, List<WindowRefusal> refused) implements Reply {
    public WindowsDone {
      refused = List.copyOf(refused);
    }
  }

  /** Rejection of a command, which was not executed. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** Local jobs of each node, in the order of the query. */
  public record Reported(CommandId id, List<NodeReport> nodes) implements Reply {
    public Reported {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * Replies of several domains in one message, sent by a {@link CommandBatcher}.
   *
   * @param all at least one, each to a {@link BatchableCommand}
   */
  public record ReplyBatch(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = SessionOpened.class, name = "opened"),
            @JsonSubTypes.Type(value = Found.class, name = "found"),
            @JsonSubTypes.Type(value = WindowsDone.class, name = "windows"),
            @JsonSubTypes.Type(value = Rejected.class, name = "rejected")
          })
          List<Reply> all)
      implements Reply {
    public ReplyBatch {
      all = List.copyOf(all);
      Require.atLeast("answers", 1, all.size());
    }

    /** Returns the command of the first reply. */
    @Override
    public CommandId id() {
      return all.get(0).id();
    }
  }

  /** Factory of the behaviors of the owners. */
  @FunctionalInterface
  interface OwnerFactory {
    /**
     * Returns the behavior of the owner of each node.
     *
     * @param from function that returns the state with which the owner of a node begins; null if
     *     the domain is not journaled
     */
    Function<Node, Behavior<NodeOwner.Command>> create(
        Function<Node, NodeTimeline.@Nullable Snapshot> from);
  }

  private final int domain;
  private final List<Integer> nodes;
  private final PlanningSessions sessions;
  private final OfferCache offers;
  private final EventLog eventLog;
  private final OperationExecutor runner;

  private Domain(
      ActorContext<Command> context,
      int domain,
      OwnedNodes owned,
      SortedMap<Integer, ActorRef<NodeOwner.Command>> owners,
      DomainSettings settings,
      EventLog eventLog) {
    super(context);
    this.domain = domain;
    this.eventLog = eventLog;
    nodes = List.copyOf(owners.keySet());
    sessions =
        new PlanningSessions(
            domain,
            owned.blockTicks(),
            settings,
            context.getLog(),
            session -> eventLog.append(new DomainEvent.SessionClosed(session), () -> {}));
    var answers = context.messageAdapter(NodeOwner.Reply.class, OwnerAnswered::new);
    offers = new OfferCache(owned.pricesAreSteady());
    runner =
        new OperationExecutor(
            domain,
            owned,
            owners,
            answers,
            offers,
            settings,
            eventLog,
            sessions::slots,
            sessions::settle);
  }

  /**
   * Creates a domain whose owners have opened no time yet.
   *
   * @param domain number of the domain, which also identifies it as an issuer of commands to its
   *     owners
   * @param nodes its nodes, with distinct ids
   * @param localPlan local load of its nodes
   */
  public static Behavior<Command> create(
      int domain, List<Node> nodes, Pricing pricing, LocalPlan localPlan, DomainSettings settings) {
    return create(domain, nodes, pricing, localPlan, settings, Journal.NONE);
  }

  /**
   * Creates a domain that recovers from its journal.
   *
   * @param journal journal of its events
   */
  public static Behavior<Command> create(
      int domain,
      List<Node> nodes,
      Pricing pricing,
      LocalPlan localPlan,
      DomainSettings settings,
      Journal journal) {
    var owned = new OwnedNodes(nodes, pricing, localPlan);
    int remembered = settings.cachedRepliesOfOwner();
    return create(
        domain,
        owned,
        from -> {
          var owner = NodeOwner.create(owned, remembered, from);
          return node -> owner;
        },
        settings,
        journal);
  }

  /** Creates a domain with the given owners. */
  static Behavior<Command> create(
      int domain, OwnedNodes nodes, OwnerFactory owner, DomainSettings settings, Journal journal) {
    return Behaviors.setup(
        context -> {
          var fold = DomainState.fold(settings, nodes);
          var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
          Function<Function<Node, NodeTimeline.@Nullable Snapshot>, Domain> start =
              from -> {
                var owners = owners(context, nodes.list(), owner.create(from));
                return new Domain(context, domain, nodes, owners, settings, eventLog);
              };
          return eventLog.isKept()
              ? Behaviors.withStash(
                  settings.mostCommandsInFlight(),
                  stash ->
                      Recovery.await(
                          stash,
                          JournalReplied.class,
                          JournalReplied::reply,
                          state -> recovered((DomainEvent.Snapshot) state, nodes, start)))
              : start.apply(node -> null);
        });
  }

  private static SortedMap<Integer, ActorRef<NodeOwner.Command>> owners(
      ActorContext<Command> context,
      List<Node> nodes,
      Function<Node, Behavior<NodeOwner.Command>> owner) {
    var owners = new TreeMap<Integer, ActorRef<NodeOwner.Command>>();
    // by name, so that Akka need not copy its settings to start an actor for each owner
    var dispatcher = DispatcherSelector.fromConfig(Adapter.toClassic(context).props().dispatcher());
    for (var node : nodes) {
      var ref = context.spawn(owner.apply(node), OwnedNodes.ownerName(node), dispatcher);
      context.watchWith(ref, new OwnerStopped(node.id()));
      owners.put(node.id(), ref);
    }
    return owners;
  }

  // --- recovery

  /** Starts the owners with the state recovered from the journal. */
  private static Domain recovered(
      DomainEvent.Snapshot from,
      OwnedNodes nodes,
      Function<Function<Node, NodeTimeline.@Nullable Snapshot>, Domain> start) {
    var states = new TreeMap<Integer, NodeTimeline.Snapshot>();
    from.owners().forEach(owner -> states.put(owner.book().node(), owner));
    var domain =
        start.apply(node -> states.getOrDefault(node.id(), NodeTimeline.Snapshot.empty(node.id())));
    domain.sessions.restore(from, nodes);
    domain.offers.restore(from);
    domain.runner.restore(from);
    return domain;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(OwnerAnswered.class, this::onOwnerAnswered)
        .onMessage(Search.class, this::onSearch)
        .onMessage(Hold.class, this::onHold)
        .onMessage(Commit.class, this::onCommit)
        .onMessage(Release.class, this::onRelease)
        .onMessage(Rebook.class, this::onRebook)
        .onMessage(HoldWindows.class, this::onHoldWindows)
        .onMessage(SettleWindows.class, this::onSettleWindows)
        .onMessage(End.class, this::onEnd)
        .onMessage(EndParts.class, this::onEndParts)
        .onMessage(OpenSession.class, this::onOpenSession)
        .onMessage(CloseSession.class, this::onCloseSession)
        .onMessage(OfferWithoutJobs.class, this::onOfferWithoutJobs)
        .onMessage(Report.class, this::onReport)
        .onMessage(Project.class, this::onProject)
        .onMessage(OwnerStopped.class, this::onOwnerStopped)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Command> onOpenSession(OpenSession c) {
    Supplier<DomainOperation.Step> first =
        () -> DomainOperations.offer(nodes, c, offers, all -> sessions.open(c, all));
    var operation = new DomainOperation(c, nodes, first);
    if (runner.accepts(operation, () -> sessions.whyNotOpen(c))) {
      sessions.begin(c);
      runner.start(operation);
    }
    return this;
  }

  private Behavior<Command> onSearch(Search c) {
    sessions.search(c);
    return this;
  }

  private Behavior<Command> onCloseSession(CloseSession c) {
    sessions.close(c);
    return this;
  }

  private Behavior<Command> onOfferWithoutJobs(OfferWithoutJobs c) {
    return take(c, nodes, () -> DomainOperations.offerWithoutJobs(nodes, c));
  }

  private Behavior<Command> onHold(Hold c) {
    return take(c, DomainOperations.nodes(c.parts()), () -> DomainOperations.hold(c, offers));
  }

  private Behavior<Command> onCommit(Commit c) {
    return take(c, both(c.nodes(), c.dropped()), () -> DomainOperations.commit(c));
  }

  private Behavior<Command> onRelease(Release c) {
    return take(c, c.nodes(), () -> DomainOperations.release(c));
  }

  private Behavior<Command> onRebook(Rebook c) {
    var needed = both(DomainOperations.nodes(c.parts()), c.dropped());
    return take(c, needed, () -> DomainOperations.rebook(c, offers, runner::hasTerminated));
  }

  private Behavior<Command> onHoldWindows(HoldWindows c) {
    var needed = c.windows().stream().flatMap(window -> window.parts().stream());
    return take(
        c,
        needed.map(HeldPart::node).distinct().toList(),
        () -> DomainOperations.holdWindows(c, offers));
  }

  private Behavior<Command> onSettleWindows(SettleWindows c) {
    var needed = both(c.committed(), c.released()).stream().flatMap(w -> w.nodes().stream());
    return take(c, needed.distinct().toList(), () -> DomainOperations.settleWindows(c));
  }

  private Behavior<Command> onEnd(End c) {
    return take(c, c.nodes(), () -> DomainOperations.end(c));
  }

  private Behavior<Command> onEndParts(EndParts c) {
    return take(c, c.nodes(), () -> DomainOperations.endParts(c));
  }

  private Behavior<Command> onReport(Report c) {
    return take(c, c.nodes(), () -> DomainOperations.report(c));
  }

  private Behavior<Command> onProject(Project c) {
    return take(c, List.copyOf(c.slots().keySet()), () -> DomainOperations.project(c));
  }

  private Behavior<Command> onOwnerAnswered(OwnerAnswered answered) {
    runner.answered(answered.reply());
    return this;
  }

  private Behavior<Command> onOwnerStopped(OwnerStopped stopped) {
    getContext()
        .getLog()
        .warn("Owner of node {} of domain {} has terminated", stopped.node(), domain);
    runner.terminated(stopped.node());
    return this;
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.hear(journal.reply());
    return this;
  }

  private Behavior<Command> take(
      Request c, List<Integer> needed, Supplier<DomainOperation.Step> first) {
    var operation = new DomainOperation(c, needed, first);
    if (runner.accepts(operation, Optional::empty)) {
      runner.start(operation);
    }
    return this;
  }

  private static <T> List<T> both(List<T> some, List<T> others) {
    var both = new ArrayList<>(some);
    both.addAll(others);
    return both;
  }
}
