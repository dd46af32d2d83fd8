package io.metasched.metascheduler.broker.live;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import akka.cluster.typed.Cluster;
import io.metasched.metascheduler.broker.actor.Broker;
import io.metasched.metascheduler.deployment.ClusterMembers;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Actor that reports the agents of a broker: the registered and reachable agents that the
 * receptionist lists. It begins to report when the required number of agents is reached, and
 * numbers these agents by their places; later agents get the next numbers in the order of arrival.
 * An unreachable agent counts as lost, and may return under its number.
 */
final class AgentDirectory extends AbstractBehavior<AgentDirectory.Command> {
  /** Command to a directory. */
  sealed interface Command {}

  /** Event with the agents that are registered and reachable. */
  record Found(Collection<ActorRef<Agent.Command>> agents) implements Command {
    Found {
      agents = List.copyOf(agents);
    }
  }

  /**
   * Request for the agents that the broker uses. Answered when the required number has been
   * reached.
   */
  record Ask(CompletableFuture<List<LiveAgent>> answer) implements Command {}

  private record BrokerReplied(Broker.Reply reply) implements Command {}

  private record TimeOut() implements Command {}

  /**
   * Conditions under which the directory begins to report agents.
   *
   * @param issuer issuer of the directory's commands to the broker
   * @param agents number of agents, at least 1
   * @param timeout maximum time until that number is reached
   */
  record Awaited(int issuer, int agents, Duration timeout) {}

  private final Awaited awaited;
  private final ActorRef<Broker.Command> broker;
  private final AgentEvents events;
  private final ActorRef<Broker.Reply> replies;
  private final Map<ActorRef<Agent.Command>, LiveAgent> known = new LinkedHashMap<>();
  private final TreeMap<Integer, LiveAgent> used = new TreeMap<>();
  private final TreeSet<CommandId> unanswered = new TreeSet<>();
  private final List<CompletableFuture<List<LiveAgent>>> questions = new ArrayList<>();
  private int found;
  private long given;
  private boolean hasBegun;

  private AgentDirectory(
      ActorContext<Command> context,
      Awaited awaited,
      ActorRef<Broker.Command> broker,
      AgentEvents events) {
    super(context);
    this.awaited = awaited;
    this.broker = broker;
    this.events = events;
    replies = context.messageAdapter(Broker.Reply.class, BrokerReplied::new);
  }

  /** Creates a directory that follows the receptionist. */
  static Behavior<Command> create(
      Awaited awaited, ActorRef<Broker.Command> broker, AgentEvents events) {
    return create(
        awaited,
        broker,
        events,
        context -> {
          var listed =
              context.messageAdapter(
                  Receptionist.Listing.class,
                  listing -> new Found(listing.getServiceInstances(AgentMember.KEY)));
          context.getSystem().receptionist().tell(Receptionist.subscribe(AgentMember.KEY, listed));
        });
  }

  /** Creates a directory to which the caller reports agents. */
  static Behavior<Command> create(
      Awaited awaited,
      ActorRef<Broker.Command> broker,
      AgentEvents events,
      java.util.function.Consumer<ActorContext<Command>> subscribe) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var directory = new AgentDirectory(context, awaited, broker, events);
                  subscribe.accept(context);
                  directory.begin(timers);
                  return directory;
                }));
  }

  private void begin(TimerScheduler<Command> timers) {
    timers.startSingleTimer(new TimeOut(), awaited.timeout());
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Found.class, this::onFound)
        .onMessage(Ask.class, this::onAsk)
        .onMessage(BrokerReplied.class, this::onBrokerReplied)
        .onMessage(TimeOut.class, this::onTimeOut)
        .build();
  }

  private Behavior<Command> onFound(Found c) {
    found = c.agents().size();
    hasBegun |= found >= awaited.agents();
    if (hasBegun) {
      for (var agent : List.copyOf(used.values())) {
        if (!c.agents().contains(agent.ref())) {
          lose(agent);
        }
      }
      c.agents().stream()
          .sorted(Comparator.comparing(this::place).thenComparing(ActorRef::path))
          .forEach(this::use);
      answer();
    }
    return this;
  }

  private void lose(LiveAgent agent) {
    used.remove(agent.number());
    broker.tell(new Broker.Disconnect(next(), agent.number(), agent.ref(), replies));
    events.left(agent);
  }

  private void use(ActorRef<Agent.Command> ref) {
    var agent =
        known.computeIfAbsent(ref, each -> new LiveAgent(known.size() + 1, place(each), each));
    if (used.putIfAbsent(agent.number(), agent) == null) {
      broker.tell(new Broker.Connect(next(), agent.number(), ref, replies));
      events.joined(agent);
    }
  }

  private CommandId next() {
    var id = new CommandId(awaited.issuer(), given++);
    unanswered.add(id);
    return id;
  }

  private String place(ActorRef<Agent.Command> ref) {
    var address = ref.path().address();
    return address.hasGlobalScope()
        ? ClusterMembers.place(address)
        : ClusterMembers.place(Cluster.get(getContext().getSystem()).selfMember());
  }

  private Behavior<Command> onAsk(Ask c) {
    questions.add(c.answer());
    answer();
    return this;
  }

  private Behavior<Command> onBrokerReplied(BrokerReplied c) {
    unanswered.remove(c.reply().id());
    answer();
    return this;
  }

  private void answer() {
    if (hasBegun && unanswered.isEmpty()) {
      var all = List.copyOf(used.values());
      questions.forEach(question -> question.complete(all));
      questions.clear();
    }
  }

  private Behavior<Command> onTimeOut(TimeOut late) {
    if (!hasBegun) {
      var why =
          "of %d agents, %d joined in %d s"
              .formatted(awaited.agents(), found, awaited.timeout().toSeconds());
      questions.forEach(each -> each.completeExceptionally(new IllegalStateException(why)));
      questions.clear();
    }
    return this;
  }
}
