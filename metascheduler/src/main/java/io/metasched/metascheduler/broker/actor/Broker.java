package io.metasched.metascheduler.broker.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Actor of a broker. It places the tasks of users on its agents ({@link BrokerCore}), and answers
 * each submission when all its tasks have an outcome.
 *
 * <p>Each command is answered once; a repeated command gets the same answer and changes nothing. An
 * agent that does not answer before a deadline is excluded from the round. An agent that stops is
 * lost, and its tasks are placed on other agents. Commits are written before they are sent to
 * agents, so that a restarted broker knows which commits agents may have executed.
 */
public final class Broker extends AbstractBehavior<Broker.Command> {
  /** Command to a broker. */
  public sealed interface Command {}

  /** Request of a user or an agent. */
  public sealed interface Request extends Command, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request to place tasks. Answered by {@link Answered}, with an outcome for each task. */
  public record Submit(CommandId id, List<Task> tasks, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public Submit {
      tasks = List.copyOf(tasks);
    }
  }

  /** Request of a user to cancel a task. Answered by {@link Answered}, with one outcome. */
  public record Cancel(CommandId id, String user, long task, long nowTick, ActorRef<Reply> replyTo)
      implements Request {}

  /** Notice that an agent connects, or has moved. Answered by {@link Connected}. */
  public record Connect(
      CommandId id, int agent, ActorRef<Agent.Command> ref, ActorRef<Reply> replyTo)
      implements Request {}

  /**
   * Notice that an agent is lost, presumably with all its reservations. If the agent connects
   * again, it must release them. Answered by {@link Disconnected}.
   */
  public record Disconnect(
      CommandId id, int agent, ActorRef<Agent.Command> ref, ActorRef<Reply> replyTo)
      implements Request {}

  /** Query for the schedule. Answered by {@link Scheduled}. */
  public record Report(CommandId id, ActorRef<Reply> replyTo) implements Request {}

  private record AgentAnswered(Agent.Reply reply) implements Command {}

  private record AgentStopped(int agent, ActorRef<Agent.Command> ref) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  private record SilenceDeadline(long round) implements Command {}

  private record RetryTick() implements Command {}

  /** Reply of a broker; stored replies have a name in journals. */
  @JsonSubTypes(@JsonSubTypes.Type(value = Answered.class, name = "answered"))
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /** Outcomes of the tasks, in the order in which they were reached. */
  public record Answered(CommandId id, List<TaskOutcome> outcomes) implements Reply {
    public Answered {
      outcomes = List.copyOf(outcomes);
    }
  }

  /** Confirmation that the broker uses the agent from the next round on. */
  public record Connected(CommandId id) implements Reply {}

  /** Confirmation that the agent is no longer used. */
  public record Disconnected(CommandId id) implements Reply {}

  /** Schedule, by task. */
  public record Scheduled(CommandId id, List<TaskPlacement> placements, int waiting)
      implements Reply {
    public Scheduled {
      placements = List.copyOf(placements);
    }
  }

  /** Rejection of a command, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** Reason why a command was rejected. */
  public enum Rejection {
    /** Limit of commands in progress reached. */
    BUSY,
    /** Command older than the cached replies: it may have been executed already. */
    TOO_OLD
  }

  private final TimerScheduler<Command> timers;
  private final BrokerCore core;
  private final AgentLinks agents;
  private final Optional<Duration> silence;
  private final EventLog eventLog;
  private final UserCommands users;
  private final BrokerListener listener;
  private final LongSupplier clock;
  private long now;

  private Broker(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BrokerSetup setup,
      EventLog eventLog) {
    super(context);
    this.timers = timers;
    this.eventLog = eventLog;
    silence = setup.silence();
    clock = setup.clock();
    listener = setup.listener();
    core = new BrokerCore(setup.rules());
    users = new UserCommands(setup.bounds().stashCapacity(), setup.bounds().cachedReplies());
    var answers = context.messageAdapter(Agent.Reply.class, AgentAnswered::new);
    agents = new AgentLinks(setup.number(), setup.rules(), answers);
  }

  /**
   * Creates a broker that has placed nothing, or recovers from its journal. With a journal, the
   * broker repeats commands without an answer, because messages may be dropped when a JVM is down.
   *
   * @param number number, unique among all brokers of these agents
   * @param agents agents by id; further agents may connect later
   * @param silence wall-clock time after which an agent that does not answer is excluded from the
   *     round; empty to wait for all agents
   * @param bounds limits of cached replies and commands in progress, and the interval of
   *     repetitions
   * @param journal journal of its events
   */
  public static Behavior<Command> create(
      int number,
      SortedMap<Integer, ActorRef<Agent.Command>> agents,
      BrokerRules rules,
      Optional<Duration> silence,
      MetaschedulerSettings bounds,
      Journal journal) {
    var given = new TreeMap<>(agents);
    var setup = BrokerSetup.untimed(number, rules, silence, bounds);
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var fold = new BrokerFold(bounds.cachedReplies());
                  var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
                  var fresh = new Broker(context, timers, setup, eventLog);
                  given.forEach(fresh::watch);
                  if (!eventLog.isJournaled()) {
                    given.keySet().forEach(fresh.core::joined);
                    return fresh;
                  }
                  timers.startTimerWithFixedDelay(new RetryTick(), bounds.retryInterval());
                  return Recovery.await(
                      bounds.stashCapacity(),
                      JournalReplied.class,
                      JournalReplied::reply,
                      fresh::recovered);
                }));
  }

  /**
   * Creates a broker in wall-clock time, at first without agents. Its state is not stored. The
   * broker repeats commands without an answer, because messages may be dropped in transit.
   *
   * @param number number that no other broker has or had at these agents
   * @param silence time after which an agent that does not answer is excluded from the round
   * @param clock supplier of the current tick
   */
  public static Behavior<Command> live(
      int number,
      BrokerRules rules,
      Duration silence,
      MetaschedulerSettings bounds,
      LongSupplier clock,
      BrokerListener listener) {
    var setup = new BrokerSetup(number, rules, Optional.of(silence), bounds, clock, listener);
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(new RetryTick(), bounds.retryInterval());
                  return new Broker(context, timers, setup, EventLog.withoutJournal());
                }));
  }

  private void watch(int agent, ActorRef<Agent.Command> ref) {
    agents.connect(agent, ref);
    getContext().watchWith(ref, new AgentStopped(agent, ref));
  }

  private Behavior<Command> recovered(CborSerializable state) {
    var from = (BrokerEvent.Snapshot) state;
    users.restore(from);
    long incarnation = from.incarnation() + 1;
    agents.restore(incarnation);
    eventLog.append(new BrokerEvent.Started(incarnation), () -> {});
    core.restore(from.state(agents.ids(), incarnation));
    proceed();
    return this;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Submit.class, this::onSubmit)
        .onMessage(Cancel.class, this::onCancel)
        .onMessage(Connect.class, this::onConnect)
        .onMessage(Disconnect.class, this::onDisconnect)
        .onMessage(Report.class, this::onReport)
        .onMessage(AgentAnswered.class, this::onAgentAnswered)
        .onMessage(AgentStopped.class, this::onAgentStopped)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .onMessage(SilenceDeadline.class, this::onSilenceDeadline)
        .onMessage(RetryTick.class, this::onRetryTick)
        .build();
  }

  private Behavior<Command> onSubmit(Submit c) {
    if (begins(c, c.nowTick())) {
      var refused = core.submit(c.tasks());
      var tasks = BrokerFold.accepted(c.tasks(), refused);
      users.submitted(c.id(), tasks, refused);
      eventLog.append(
          new BrokerEvent.TasksSubmitted(c.id(), tasks, refused), () -> users.conclude(c.id()));
      proceed();
    }
    return this;
  }

  private Behavior<Command> onCancel(Cancel c) {
    if (begins(c, c.nowTick()) && users.cancels(c)) {
      eventLog.append(new BrokerEvent.CancellationAsked(c.id(), c.user(), c.task()), () -> {});
      core.cancel(c.user(), c.task());
      proceed();
    }
    return this;
  }

  private boolean begins(Request c, long nowTick) {
    boolean begins = users.begins(c);
    now = begins ? Math.max(now, nowTick) : now;
    return begins;
  }

  private Behavior<Command> onConnect(Connect c) {
    if (!agents.isConnected(c.agent(), c.ref())) {
      watch(c.agent(), c.ref());
      core.joined(c.agent());
      agents.askAgain();
      proceed();
    }
    c.replyTo().tell(new Connected(c.id()));
    return this;
  }

  private Behavior<Command> onDisconnect(Disconnect c) {
    if (agents.isConnected(c.agent(), c.ref())) {
      getContext().unwatch(c.ref());
      lose(c.agent());
      proceed();
    }
    c.replyTo().tell(new Disconnected(c.id()));
    return this;
  }

  private Behavior<Command> onReport(Report c) {
    var placements = List.copyOf(core.placed().values());
    c.replyTo().tell(new Scheduled(c.id(), placements, core.waiting().size()));
    return this;
  }

  private Behavior<Command> onAgentAnswered(AgentAnswered c) {
    var asked = agents.answered(c.reply().id());
    if (asked.isEmpty()) {
      return this; // a repeated answer, or the answer of a lost agent
    }
    var command = asked.get();
    if (agents.areOffersAnswered(command)) {
      listener.delivered(presentTick() - agents.offersAskedAt());
    }
    if (!AgentLinks.tell(core, command, c.reply())) {
      getContext().getLog().warn("Agent {}: unexpected reply {}", command.agent(), c.reply());
      lose(command.agent()); // the outcome of the command cannot be determined
    } else if (command instanceof NegotiationCommand.Release release) {
      var released = new BrokerEvent.HoldsReleased(release.agent(), release.holds());
      eventLog.append(released, () -> {});
    }
    proceed();
    return this;
  }

  private Behavior<Command> onAgentStopped(AgentStopped c) {
    if (agents.isConnected(c.agent(), c.ref())) {
      getContext().getLog().info("Agent {} has stopped", c.agent());
      lose(c.agent());
      proceed();
    }
    return this;
  }

  /** Returns the current tick, which never decreases. */
  private long presentTick() {
    now = Math.max(now, clock.getAsLong());
    return now;
  }

  private void lose(int agent) {
    presentTick();
    agents.lose(agent);
    eventLog.append(new BrokerEvent.AgentLost(agent, now), () -> {});
    core.lost(agent, now);
  }

  /** Sends the next commands and writes the outcomes of tasks. */
  private void proceed() {
    var outcomes = core.outcomes();
    if (!outcomes.isEmpty()) {
      eventLog.append(new BrokerEvent.OutcomesReached(outcomes), () -> report(outcomes));
    }
    var commands = core.next();
    if (commands.stream().anyMatch(NegotiationCommand.Commit.class::isInstance)) {
      eventLog.append(BrokerEvent.CommitsBegun.of(core.committing()), () -> {});
    }
    if (!commands.isEmpty()) {
      long sent = presentTick();
      eventLog.whenWritten(() -> commands.forEach(command -> agents.ask(command, sent)));
    }
    if (core.mayExclude() && !commands.isEmpty()) {
      var deadline = new SilenceDeadline(core.rounds());
      silence.ifPresent(after -> timers.startSingleTimer("silence", deadline, after));
    }
  }

  private void report(List<TaskOutcome> outcomes) {
    users.report(outcomes);
    listener.reached(outcomes);
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  private Behavior<Command> onSilenceDeadline(SilenceDeadline c) {
    if (core.rounds() == c.round() && core.mayExclude()) {
      getContext().getLog().warn("Agents {} do not reply", core.awaited());
      agents.exclude();
      core.excludeSilent();
      proceed();
    }
    return this;
  }

  private Behavior<Command> onRetryTick(RetryTick tick) {
    agents.askAgain();
    return this;
  }
}
