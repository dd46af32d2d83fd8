package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.StashBuffer;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.journal.Chronicle;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.Scribe;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.Answer;
import io.metasched.resource.fanout.Question;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.NodeReport;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.Pricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The nodes of one site: parent of their owners, whom it asks on behalf of others, and keeper of
 * planning sessions.
 *
 * <p>Each command is answered exactly once, to whoever has given it last; a repeated command is
 * answered from memory, or together with the first one while that is in flight. Commands that need
 * an owner in common are carried out one after the other, in the order in which they came; others
 * go side by side. So the same commands in the same order get the same answers, however messages
 * between the domain and its owners are timed. (The bounds are an exception: what is in flight
 * depends on the givers' haste.)
 *
 * <p>An owner that stops is lost for good. Whatever needs it is answered {@link Refused} with
 * {@link Refusal#OWNER_LOST}, now and later.
 */
public final class Domain extends AbstractBehavior<Domain.Command> {

  /** Everything a domain understands. */
  public sealed interface Command extends CborSerializable {}

  /** What is done through the owners, once, and remembered. */
  public sealed interface Request extends Command {
    /** Identifies the command. */
    CommandId id();

    /** Whom to answer. */
    ActorRef<Reply> replyTo();
  }

  /** What planning sessions are made of. All domains get it at once, so that it may be carried. */
  public sealed interface SessionCommand extends Command {
    /** The same, to be answered to somebody else where it is answered at all. */
    SessionCommand answeredTo(ActorRef<Reply> other);
  }

  /**
   * Opens a planning session, which is known by this command's id: the owners open time until the
   * end of the horizon, then offer what is vacant in it. Answered by {@link SessionOpened}.
   */
  public record OpenSession(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Request, SessionCommand {
    public OpenSession {
      Require.tick("nowTick", nowTick);
    }

    @Override
    public OpenSession answeredTo(ActorRef<Reply> other) {
      return new OpenSession(id, horizon, nowTick, other);
    }
  }

  /**
   * Asks which slots of a session matter. Answered by {@link Found}, from the session and without
   * the owners; it is not remembered, but as long as the session is open the answer is the same.
   */
  public record Search(CommandId id, CommandId session, Question question, ActorRef<Reply> replyTo)
      implements SessionCommand {
    public Search {
      Require.atLeast("spare", 0, question.spare());
      Require.atMost("nodes + spare", Integer.MAX_VALUE, nodesAndSpare(question));
    }

    @Override
    public Search answeredTo(ActorRef<Reply> other) {
      return new Search(id, session, question, other);
    }

    private static long nodesAndSpare(Question question) {
      return (long) question.request().nodes() + question.spare();
    }
  }

  /** Closes a session. A notice: there is no answer. */
  public record CloseSession(CommandId session) implements SessionCommand {
    @Override
    public CloseSession answeredTo(ActorRef<Reply> other) {
      return this;
    }
  }

  /** Asks for the slots that would be vacant without jobs from outside. */
  public record OfferWithoutJobs(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public OfferWithoutJobs {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Holds parts for a job: all of them or, where an owner refuses, none. */
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
      Require.distinct(Errands.nodes(parts));
      Require.lapse(nowTick, lapseTick);
    }
  }

  /**
   * Turns the job's holds on {@code nodes} into bookings; then ends its booking on the {@code
   * dropped} ones, as a move does.
   *
   * <p>When an owner refuses, or is lost, the others have committed all the same and nothing is
   * dropped: the giver ends the job where it is booked.
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

  /** Gives the job's holds back where it has them. */
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
   * Moves a job inside the domain: books the parts, in place of what it has on their nodes, and
   * ends it on the {@code dropped} ones. A refusal keeps the old booking whole, unless an owner is
   * lost in between; then it is as with {@link Commit}.
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
      Require.distinct(Errands.nodes(parts));
      Require.distinct(both(Errands.nodes(parts), dropped));
      Require.tick("nowTick", nowTick);
    }
  }

  /** Ends the job's parts on these nodes; what is left of them is given back. */
  public record End(
      CommandId id, JobId job, List<Integer> nodes, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public End {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }
  }

  /** A job of the owner's own users arrives at a node. */
  public record LocalJobArrives(
      CommandId id, int node, long arrivalTick, long lengthTicks, ActorRef<Reply> replyTo)
      implements Request {
    public LocalJobArrives {
      Require.tick("arrivalTick", arrivalTick);
      Require.atLeast("lengthTicks", 1, lengthTicks);
    }
  }

  /** Asks what nodes did for their owners' own users. Answered by {@link Reported}. */
  public record Report(CommandId id, List<Integer> nodes, ActorRef<Reply> replyTo)
      implements Request {
    public Report {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
    }
  }

  private record OwnerAnswered(NodeOwner.Reply reply) implements Command {}

  private record OwnerStopped(int node) implements Command {}

  private record ScribeTold(Scribe.Told told) implements Command {}

  /** Everything a domain answers. */
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();
  }

  /**
   * The session is open.
   *
   * @param versions of the owners' lists, by node
   * @param slots how many slots there are
   * @param list all of them, where they are few: the session is closed then, since nothing need be
   *     asked; else none
   */
  public record SessionOpened(
      CommandId id, int domain, List<NodeVersion> versions, int slots, List<Slot> list)
      implements Reply {
    public SessionOpened {
      versions = List.copyOf(versions);
      list = List.copyOf(list);
    }

    /** Whether the list tells all, so that nothing need be asked. */
    public boolean tellsAll() {
      return list.size() == slots;
    }
  }

  /** The slots that matter. */
  public record Found(CommandId id, Answer answer) implements Reply {}

  /** The slots that would be vacant, by node, then start. */
  public record Offered(CommandId id, List<Slot> slots) implements Reply {
    public Offered {
      slots = List.copyOf(slots);
    }
  }

  /** It is done: held, committed, released, rebooked, ended, taken. */
  public record Done(CommandId id) implements Reply {}

  /**
   * An owner's no, the first one in the order of the command's nodes; after a refused {@link Hold}
   * or {@link Rebook} the command holds nothing in this domain.
   */
  public record Refused(CommandId id, int node, Refusal reason) implements Reply {}

  /** The command was not taken. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** What each of the nodes did, in the order in which they were asked for. */
  public record Reported(CommandId id, List<NodeReport> nodes) implements Reply {
    public Reported {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * The answers of several domains in one message, brought by a {@link Courier}.
   *
   * @param all at least one, each to a {@link SessionCommand}
   */
  public record Together(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = SessionOpened.class, name = "opened"),
            @JsonSubTypes.Type(value = Found.class, name = "found"),
            @JsonSubTypes.Type(value = Rejected.class, name = "rejected")
          })
          List<Reply> all)
      implements Reply {
    public Together {
      all = List.copyOf(all);
      Require.atLeast("answers", 1, all.size());
    }

    /** The command of the first answer. */
    @Override
    public CommandId id() {
      return all.get(0).id();
    }
  }

  private final int domain;
  private final List<Integer> nodes;
  private final SessionDesk sessions;
  private final OfferMemory offers;
  private final Chronicle chronicle;
  private final ErrandRunner runner;
  private boolean isRepeating;

  private Domain(
      ActorContext<Command> context,
      int domain,
      SortedMap<Integer, ActorRef<NodeOwner.Command>> owners,
      long blockTicks,
      boolean steadyPrices,
      DomainSettings settings,
      Journal journal) {
    super(context);
    this.domain = domain;
    chronicle = Chronicle.open(context, journal, ScribeTold::new);
    nodes = List.copyOf(owners.keySet());
    sessions = new SessionDesk(domain, blockTicks, settings, context.getLog());
    var answers = context.messageAdapter(NodeOwner.Reply.class, OwnerAnswered::new);
    offers = new OfferMemory(steadyPrices);
    runner =
        new ErrandRunner(domain, owners, answers, offers, settings, chronicle, sessions::settle);
  }

  /**
   * Creates a domain whose owners have opened no time yet.
   *
   * @param domain its number among the domains; as a giver of commands to its owners, too
   * @param nodes its nodes, with distinct ids
   * @param localPlan the static local load of its nodes
   */
  public static Behavior<Command> create(
      int domain, List<Node> nodes, Pricing pricing, LocalPlan localPlan, DomainSettings settings) {
    return create(domain, nodes, pricing, localPlan, settings, Journal.NONE);
  }

  /**
   * The same for a domain that comes to life as its journal leaves it.
   *
   * @param journal of the commands it has answered
   */
  public static Behavior<Command> create(
      int domain,
      List<Node> nodes,
      Pricing pricing,
      LocalPlan localPlan,
      DomainSettings settings,
      Journal journal) {
    int remembered = settings.rememberedAnswersOfOwner();
    return create(
        domain,
        nodes,
        node -> NodeOwner.create(node, pricing, localPlan, remembered),
        localPlan.blockTicks(),
        pricing.isSteady(),
        settings,
        journal);
  }

  /** The same with owners of one's own. */
  static Behavior<Command> create(
      int domain,
      List<Node> nodes,
      Function<Node, Behavior<NodeOwner.Command>> owner,
      long blockTicks,
      boolean steadyPrices,
      DomainSettings settings,
      Journal journal) {
    Require.distinct(nodes.stream().map(Node::id).toList());
    return Behaviors.setup(
        context -> {
          var owners = new TreeMap<Integer, ActorRef<NodeOwner.Command>>();
          for (var node : nodes) {
            var name = "node-" + node.id();
            var ref = context.spawn(owner.apply(node), name, DispatcherSelector.sameAsParent());
            context.watchWith(ref, new OwnerStopped(node.id()));
            owners.put(node.id(), ref);
          }
          var ready =
              new Domain(context, domain, owners, blockTicks, steadyPrices, settings, journal);
          return ready.chronicle.isKept()
              ? Behaviors.withStash(settings.mostCommandsInFlight(), ready::recovering)
              : ready;
        });
  }

  // --- coming to life again

  /**
   * What has been answered is done once more, since the same commands in the same order lead to the
   * same. Whoever gives commands meanwhile waits; what is too much is dropped, and given again.
   */
  private Behavior<Command> recovering(StashBuffer<Command> stash) {
    return Behaviors.receive(Command.class)
        .onMessage(
            ScribeTold.class,
            scribe -> {
              if (scribe.told() instanceof Scribe.Recovered past) {
                repeat(past.events());
                return onceIdle(stash);
              }
              return onScribeTold(scribe);
            })
        .onMessage(
            OwnerAnswered.class,
            answered -> {
              onOwnerAnswered(answered);
              return onceIdle(stash);
            })
        .onMessage(OwnerStopped.class, this::onOwnerStopped)
        .onAnyMessage(
            command -> {
              if (!stash.isFull()) {
                stash.stash(command);
              }
              return Behaviors.same();
            })
        .build();
  }

  private void repeat(List<CborSerializable> past) throws Exception {
    isRepeating = true;
    var all = createReceive();
    for (var command : past) {
      all.receive(getContext(), (Command) command);
    }
    isRepeating = false;
  }

  private Behavior<Command> onceIdle(StashBuffer<Command> stash) {
    return runner.isIdle() ? stash.unstashAll(this) : Behaviors.same();
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
        .onMessage(End.class, this::onEnd)
        .onMessage(LocalJobArrives.class, this::onLocalJobArrives)
        .onMessage(OpenSession.class, this::onOpenSession)
        .onMessage(CloseSession.class, this::onCloseSession)
        .onMessage(OfferWithoutJobs.class, this::onOfferWithoutJobs)
        .onMessage(Report.class, this::onReport)
        .onMessage(OwnerStopped.class, this::onOwnerStopped)
        .onMessage(ScribeTold.class, this::onScribeTold)
        .build();
  }

  private Behavior<Command> onOpenSession(OpenSession c) {
    Supplier<Errand.Step> first =
        () -> Errands.offer(nodes, c, offers, all -> sessions.open(c, all));
    var errand = new Errand(c, nodes, first);
    if (isRepeating) {
      sessions.begin(c);
      runner.repeat(errand);
    } else if (runner.accepts(errand, () -> sessions.whyNotOpen(c))) {
      sessions.begin(c);
      runner.start(errand);
    }
    return this;
  }

  private Behavior<Command> onSearch(Search c) {
    sessions.search(c);
    return this;
  }

  private Behavior<Command> onCloseSession(CloseSession c) {
    sessions.close(c);
    if (!isRepeating) {
      chronicle.append(c, () -> {});
    }
    return this;
  }

  private Behavior<Command> onOfferWithoutJobs(OfferWithoutJobs c) {
    return take(c, nodes, () -> Errands.offerWithoutJobs(nodes, c));
  }

  private Behavior<Command> onHold(Hold c) {
    return take(c, Errands.nodes(c.parts()), () -> Errands.hold(c, offers));
  }

  private Behavior<Command> onCommit(Commit c) {
    return take(c, both(c.nodes(), c.dropped()), () -> Errands.commit(c));
  }

  private Behavior<Command> onRelease(Release c) {
    return take(c, c.nodes(), () -> Errands.release(c));
  }

  private Behavior<Command> onRebook(Rebook c) {
    var needed = both(Errands.nodes(c.parts()), c.dropped());
    return take(c, needed, () -> Errands.rebook(c, offers, runner::isLost));
  }

  private Behavior<Command> onEnd(End c) {
    return take(c, c.nodes(), () -> Errands.end(c));
  }

  private Behavior<Command> onLocalJobArrives(LocalJobArrives c) {
    return take(c, List.of(c.node()), () -> Errands.localJobArrives(c));
  }

  private Behavior<Command> onReport(Report c) {
    return take(c, c.nodes(), () -> Errands.report(c));
  }

  private Behavior<Command> onOwnerAnswered(OwnerAnswered answered) {
    runner.answered(answered.reply());
    return this;
  }

  private Behavior<Command> onOwnerStopped(OwnerStopped stopped) {
    getContext().getLog().warn("Owner of node {} of domain {} is lost", stopped.node(), domain);
    runner.lost(stopped.node());
    return this;
  }

  private Behavior<Command> onScribeTold(ScribeTold scribe) {
    chronicle.hear(scribe.told());
    return this;
  }

  private Behavior<Command> take(Request c, List<Integer> needed, Supplier<Errand.Step> first) {
    var errand = new Errand(c, needed, first);
    if (isRepeating) {
      runner.repeat(errand);
    } else if (runner.accepts(errand, Optional::empty)) {
      runner.start(errand);
    }
    return this;
  }

  private static List<Integer> both(List<Integer> some, List<Integer> others) {
    var both = new ArrayList<>(some);
    both.addAll(others);
    return both;
  }
}
