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
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.Node;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.NodeTimeline;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.Pricing;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Actor of the nodes of one site: parent of their owners, to which it sends requests on behalf of
 * others, and host of planning sessions. Its protocols are {@link PlanningSessions}, {@link
 * OwnerOffers}, {@link BatchBooking}, {@link JobBooking} and {@link LocalReports}.
 *
 * <p>Each command is answered exactly once, to its last sender. A repeated command is answered from
 * the cache, or together with the first command while that one is in flight. Commands with a common
 * owner are executed one after the other, in the order of arrival; others run concurrently. The
 * same commands in the same order therefore get the same replies, regardless of the timing of
 * messages between the domain and its owners. (Refusals because of a limit are an exception: the
 * number of commands in flight depends on the timing of the issuers.)
 *
 * <p>Commands contain the model time. Owners first process their own events until that time, such
 * as arriving local jobs: {@link NodeOwner}.
 *
 * <p>An owner that stops is not restarted. Current and later commands that need this owner are
 * answered by {@link Refused} with {@link Refusal#OWNER_LOST}.
 */
public final class Domain extends AbstractBehavior<Domain.Command> {

  /** Command to a domain. */
  public sealed interface Command extends CborSerializable
      permits Request, BatchableCommand, OwnerAnswered, OwnerStopped, JournalReplied {}

  /** Command that is executed once through the owners, and whose reply is cached. */
  public sealed interface Request extends Command
      permits PlanningSessions.OpenSession,
          OwnerOffers.OfferWithoutJobs,
          OwnerOffers.Project,
          BatchBooking.HoldWindows,
          BatchBooking.SettleWindows,
          BatchBooking.EndParts,
          JobBooking.Hold,
          JobBooking.Commit,
          JobBooking.Release,
          JobBooking.Rebook,
          JobBooking.End,
          LocalReports.Report {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /**
   * Command sent to many domains at once. Domains in the same JVM may receive it as one message.
   */
  public sealed interface BatchableCommand extends Command
      permits PlanningSessions.OpenSession,
          PlanningSessions.Search,
          PlanningSessions.CloseSession,
          BatchBooking.HoldWindows,
          BatchBooking.SettleWindows {
    /**
     * Returns a copy with the given receiver of the reply, or the command itself if it has no
     * reply.
     */
    BatchableCommand answeredTo(ActorRef<Reply> other);
  }

  private record OwnerAnswered(NodeOwner.Reply reply) implements Command {}

  private record OwnerStopped(int node) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  /** Reply of a domain; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Done.class, name = "done"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = BatchBooking.WindowsDone.class, name = "windows"),
    @JsonSubTypes.Type(value = PlanningSessions.SessionOpened.class, name = "opened"),
    @JsonSubTypes.Type(value = OwnerOffers.Offered.class, name = "offered"),
    @JsonSubTypes.Type(value = LocalReports.Reported.class, name = "reported"),
    @JsonSubTypes.Type(value = Rejected.class, name = "rejected")
  })
  public sealed interface Reply extends CborSerializable
      permits Done,
          Refused,
          Rejected,
          PlanningSessions.SessionOpened,
          PlanningSessions.Found,
          OwnerOffers.Offered,
          BatchBooking.WindowsDone,
          LocalReports.Reported,
          CommandBatcher.ReplyBatch {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /**
   * Confirmation that the command is executed: parts are held, committed, released, rebooked or
   * ended, or slots are taken over.
   */
  public record Done(CommandId id) implements Reply {}

  /**
   * Refusal of an owner, the first one in the order of the command's nodes. After a refused {@link
   * JobBooking.Hold} or {@link JobBooking.Rebook}, the command holds nothing in this domain.
   */
  public record Refused(CommandId id, int node, Refusal reason) implements Reply {}

  /** Rejection of a command, which was not executed. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

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
  private final PlanningSessions sessions;
  private final OfferCache offers;
  private final LocalReports reports;
  private final OperationExecutor executor;
  private final EventLog eventLog;

  private Domain(
      ActorContext<Command> context,
      int domain,
      OwnedNodes nodes,
      Function<Node, Behavior<NodeOwner.Command>> owner,
      DomainSettings settings,
      EventLog eventLog) {
    super(context);
    this.domain = domain;
    this.eventLog = eventLog;
    var owners = spawnOwners(context, nodes.list(), owner);
    sessions = new PlanningSessions(domain, nodes, settings, eventLog, context.getLog());
    var answers = context.messageAdapter(NodeOwner.Reply.class, OwnerAnswered::new);
    offers = new OfferCache(nodes.pricesAreSteady());
    reports = new LocalReports(eventLog, nodes);
    executor = new OperationExecutor(domain, owners, answers, offers, settings, eventLog, sessions);
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
    int cached = settings.cachedRepliesOfOwner();
    return create(
        domain,
        owned,
        from -> {
          var owner = NodeOwner.create(owned, cached, from);
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
              from -> new Domain(context, domain, nodes, owner.create(from), settings, eventLog);
          return eventLog.isJournaled()
              ? Recovery.await(
                  settings.mostCommandsInFlight(),
                  JournalReplied.class,
                  JournalReplied::reply,
                  state -> recovered((DomainEvent.Snapshot) state, start))
              : start.apply(node -> null);
        });
  }

  private static SortedMap<Integer, ActorRef<NodeOwner.Command>> spawnOwners(
      ActorContext<Command> context,
      List<Node> nodes,
      Function<Node, Behavior<NodeOwner.Command>> owner) {
    var owners = new TreeMap<Integer, ActorRef<NodeOwner.Command>>();
    // by name, so that Akka does not copy its settings for each owner that it starts
    var dispatcher = DispatcherSelector.fromConfig(Adapter.toClassic(context).props().dispatcher());
    for (var node : nodes) {
      var ref = context.spawn(owner.apply(node), OwnedNodes.ownerName(node), dispatcher);
      context.watchWith(ref, new OwnerStopped(node.id()));
      owners.put(node.id(), ref);
    }
    return owners;
  }

  /** Starts the owners with the state recovered from the journal. */
  private static Domain recovered(
      DomainEvent.Snapshot from,
      Function<Function<Node, NodeTimeline.@Nullable Snapshot>, Domain> start) {
    var states = new TreeMap<Integer, NodeTimeline.Snapshot>();
    from.owners().forEach(owner -> states.put(owner.book().node(), owner));
    var domain =
        start.apply(node -> states.getOrDefault(node.id(), NodeTimeline.Snapshot.empty(node.id())));
    domain.sessions.restore(from);
    domain.offers.restore(from);
    domain.reports.restore(from);
    domain.executor.restore(from);
    return domain;
  }

  @Override
  public Receive<Command> createReceive() {
    var commands = newReceiveBuilder().onMessage(OwnerAnswered.class, this::onOwnerAnswered);
    var ownerOffers = new OwnerOffers(executor, offers);
    sessions.handle(commands, executor, ownerOffers);
    new JobBooking(executor, offers).handle(commands);
    new BatchBooking(executor, offers).handle(commands);
    ownerOffers.handle(commands);
    reports.handle(commands, executor);
    return commands
        .onMessage(OwnerStopped.class, this::onOwnerStopped)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Command> onOwnerAnswered(OwnerAnswered answered) {
    executor.answered(answered.reply());
    return this;
  }

  private Behavior<Command> onOwnerStopped(OwnerStopped stopped) {
    getContext()
        .getLog()
        .warn("Owner of node {} of domain {} has terminated", stopped.node(), domain);
    executor.terminated(stopped.node());
    return this;
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  static <T> List<T> both(List<T> some, List<T> others) {
    var both = new ArrayList<>(some);
    both.addAll(others);
    return both;
  }
}
