package io.metasched.metascheduler.broker.live;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import io.metasched.metascheduler.broker.actor.Broker;
import io.metasched.metascheduler.broker.actor.BrokerListener;
import io.metasched.metascheduler.broker.config.BrokerSettings;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.broker.NodeSummary;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskReservation;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Broker in a JVM of its own, as a member of the cluster of its agents, until it is closed. Its
 * methods wait for answers. Thread-safe.
 */
public final class BrokerSession implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofDays(1); // loss of agents ends the wait sooner

  private final ClusterSettings settings;
  private final BrokerSettings negotiation;
  private final LongSupplier clock;
  private final ActorSystem<Void> system;
  private final ClusterNode node;
  private final ActorRef<Broker.Command> broker;
  private final ActorRef<AgentDirectory.Command> directory;
  private final CompletableFuture<Object> ended = new CompletableFuture<>();
  private final AtomicLong given = new AtomicLong();
  private final int issuer;

  /**
   * Location of a broker.
   *
   * @param cluster name of the actor systems of the cluster
   * @param version version of the program
   * @param settings settings with which its JVM joins the cluster, or forms one
   */
  public record Place(String cluster, String version, ClusterSettings settings) {}

  /**
   * Listeners of a session.
   *
   * @param members listener for members of the cluster
   * @param agents listener for agents
   * @param tasks listener for outcomes of tasks
   */
  public record Listeners(ClusterEvents members, AgentEvents agents, BrokerListener tasks) {}

  private BrokerSession(Place place, int agents, LongSupplier clock, Listeners listeners) {
    this.clock = clock;
    settings = place.settings();
    negotiation = BrokerSettings.read(settings.config());
    system =
        ClusterSystems.start(
            Behaviors.empty(),
            place.cluster(),
            settings,
            List.of(MemberRole.DRIVER),
            place.version());
    node = ClusterNode.join(system, settings, place.version(), listeners.members());
    long uid = Cluster.get(system).selfMember().uniqueAddress().longUid();
    issuer = number(uid, 2);
    var behavior =
        Broker.live(
            number(uid, 1),
            negotiation.rules(),
            negotiation.silence(),
            settings.metascheduler(),
            clock,
            listeners.tasks());
    broker = system.systemActorOf(behavior, "broker", Props.empty());
    var awaited = new AgentDirectory.Awaited(number(uid, 3), agents, settings.startTimeout());
    directory =
        system.systemActorOf(
            AgentDirectory.create(awaited, broker, listeners.agents()),
            "agent-directory",
            Props.empty());
    var unused = system.getWhenTerminated().thenRun(() -> ended.completeExceptionally(end()));
  }

  /**
   * Starts a broker.
   *
   * @param agents number of agents for which the broker waits before it begins
   * @param clock supplier of the Unix time in milliseconds
   * @throws io.metasched.metascheduler.deployment.config.DeploymentException if the JVM cannot
   *     listen at its place
   */
  public static BrokerSession open(
      Place place, int agents, LongSupplier clock, Listeners listeners) {
    return new BrokerSession(place, agents, clock, listeners);
  }

  /**
   * Returns a number that distinguishes an issuer of commands from all others. The id of this JVM
   * is random.
   */
  private static int number(long uid, int purpose) {
    long mixed = uid + purpose * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return (int) ((mixed ^ (mixed >>> 31)) & Integer.MAX_VALUE);
  }

  private RuntimeException end() {
    return node.end().orElseGet(() -> new IllegalStateException("the broker has been stopped"));
  }

  /** Returns {@code HOST:PORT} at which other members may join. */
  public String place() {
    return node.place();
  }

  /**
   * Returns the agents in use, by number, after the required number is reached.
   *
   * @throws IllegalStateException if the number is not reached in time
   */
  public List<LiveAgent> agents() {
    var answer = new CompletableFuture<List<LiveAgent>>();
    directory.tell(new AgentDirectory.Ask(answer));
    return await(answer);
  }

  /** Submits tasks; returns when each task has an outcome. */
  public Broker.Answered place(List<Task> tasks) {
    Function<ActorRef<Broker.Reply>, Broker.Command> submit =
        replyTo -> new Broker.Submit(next(), tasks, clock.getAsLong(), replyTo);
    var reply = await(AskPattern.ask(broker, submit::apply, LONGEST, system.scheduler()));
    if (reply instanceof Broker.Answered answered) {
      return answered;
    }
    throw new IllegalStateException("the broker replies " + reply);
  }

  /**
   * Delivers tasks to agents without scheduling them, for measurements. Each agent is asked for
   * offers at a tick after all tasks, and therefore refuses without reading its table. Returns when
   * all agents have answered.
   */
  public void deliver(List<LiveAgent> agents, List<Task> tasks) {
    int most = negotiation.rules().mostTasks();
    long past = Long.MAX_VALUE - 1;
    var answers = new ArrayList<CompletableFuture<Agent.Reply>>();
    for (int from = 0; from < tasks.size(); from += most) {
      var chunk = tasks.subList(from, Math.min(tasks.size(), from + most));
      long round = given.get();
      for (var agent : agents) {
        Function<ActorRef<Agent.Reply>, Agent.Command> offer =
            to -> new Agent.Offer(next(), round, chunk, past, Long.MAX_VALUE, to);
        answers.add(
            AskPattern.ask(agent.ref(), offer::apply, settings.startTimeout(), system.scheduler())
                .toCompletableFuture());
      }
    }
    await(CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)));
  }

  public Broker.Scheduled schedule() {
    Function<ActorRef<Broker.Reply>, Broker.Command> report =
        replyTo -> new Broker.Report(next(), replyTo);
    return (Broker.Scheduled)
        await(AskPattern.ask(broker, report::apply, settings.startTimeout(), system.scheduler()));
  }

  private CommandId next() {
    return new CommandId(issuer, given.getAndIncrement());
  }

  /** Returns the nodes of an agent with their tasks; empty if the agent does not answer. */
  public Optional<List<NodeSummary>> nodes(LiveAgent agent) {
    var all = new ArrayList<NodeSummary>();
    for (boolean hasMore = true; hasMore; ) {
      int from = all.isEmpty() ? 0 : all.get(all.size() - 1).node().id() + 1;
      var reply = ask(agent, to -> new Agent.ListNodes(next(), from, clock.getAsLong(), to));
      if (reply.isEmpty()) {
        return Optional.empty();
      }
      var listed = (Agent.Listed) reply.get();
      all.addAll(listed.nodes());
      hasMore = listed.hasMore() && all.get(all.size() - 1).node().id() < Integer.MAX_VALUE;
    }
    return Optional.of(all);
  }

  /**
   * Returns the reservations of an agent that a user may see; empty if the agent does not answer.
   */
  public Optional<List<TaskReservation>> visible(LiveAgent agent, String user) {
    var all = new ArrayList<TaskReservation>();
    for (boolean hasMore = true; hasMore; ) {
      long from = all.isEmpty() ? 0 : all.get(all.size() - 1).task().id() + 1;
      var reply = ask(agent, to -> new Agent.View(next(), user, from, clock.getAsLong(), to));
      if (reply.isEmpty()) {
        return Optional.empty();
      }
      var viewed = (Agent.Viewed) reply.get();
      all.addAll(viewed.reservations());
      hasMore = viewed.hasMore() && all.get(all.size() - 1).task().id() < Long.MAX_VALUE;
    }
    return Optional.of(all);
  }

  /**
   * Cancels a task at the agent that has the task, regardless of the broker that placed it.
   *
   * @return reason why the task is not cancelled: the answer of an agent that came closest to a
   *     cancellation
   */
  public Optional<TaskRefusal> cancel(String user, long task) {
    var refusal = TaskRefusal.NO_AGENT;
    for (var agent : agents()) {
      var reply = ask(agent, to -> new Agent.Cancel(next(), user, task, clock.getAsLong(), to));
      if (reply.isPresent() && reply.get() instanceof Agent.Cancelled cancelled) {
        if (cancelled.refusal().isEmpty()) {
          return Optional.empty();
        }
        refusal = nearer(refusal, cancelled.refusal().get());
      }
    }
    return Optional.of(refusal);
  }

  /**
   * Returns the more specific reason: a task that has begun outweighs a task that is unknown to the
   * agent.
   */
  private static TaskRefusal nearer(TaskRefusal a, TaskRefusal b) {
    return b == TaskRefusal.UNKNOWN_OFFER && a != TaskRefusal.NO_AGENT ? a : b;
  }

  private Optional<Agent.Reply> ask(
      LiveAgent agent, Function<ActorRef<Agent.Reply>, Agent.Command> command) {
    CompletionStage<Agent.Reply> reply =
        AskPattern.ask(agent.ref(), command::apply, negotiation.silence(), system.scheduler());
    return await(reply.handle((answer, silent) -> Optional.ofNullable(answer)));
  }

  private <T> T await(CompletionStage<T> answer) {
    try {
      CompletableFuture.anyOf(answer.toCompletableFuture(), ended).join();
      return answer.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /**
   * Checks that the broker has not been stopped.
   *
   * @throws RuntimeException with the reason if it has been stopped
   */
  public void requireAlive() {
    if (ended.isDone()) {
      throw end();
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
