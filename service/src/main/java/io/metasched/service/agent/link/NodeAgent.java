package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agent: executes the orders of the service with its executor, reports all facts, and sends
 * heartbeats. The agent makes no decisions. If the service is silent, runs continue until the end
 * of their windows.
 */
public final class NodeAgent extends AbstractBehavior<AgentCommand> {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
  private static final int MOST_ANSWERS = 10_000;

  /** Key of an order, shared by its repetitions. */
  private record OrderKey(String desk, long number) {}

  private final AgentTitle title;
  private final Optional<AgentSecret> secret;
  private final RunExecutor executor;
  private final Optional<AgentSite> site;
  private final List<ActorRef<DeskCommand>> desks;
  private final Clock clock;
  private final ClockOffset.Readings offsets = new ClockOffset.Readings();
  private final Map<OrderKey, OrderReply> answers = new LinkedHashMap<>();
  private final Set<OrderKey> waiting = new HashSet<>(); // orders about holds without a reply
  private final Consumer<RunFact> listener;
  private final AnswerLog log;
  private String turnedAway = "";
  private Optional<String> remark = Optional.empty(); // with the last reply
  private Optional<String> sentDenial = Optional.empty(); // with the last heartbeat
  private long readings;

  private NodeAgent(
      ActorContext<AgentCommand> context,
      AgentTitle title,
      Optional<AgentSecret> secret,
      RunExecutor executor,
      Optional<AgentSite> site,
      List<ActorRef<DeskCommand>> desks,
      Clock clock) {
    super(context);
    this.site = site;
    this.title = title;
    this.secret = secret;
    this.executor = executor;
    this.desks = List.copyOf(desks);
    this.clock = clock;
    log = new AnswerLog(clock.instant());
    var self = context.getSelf();
    listener = fact -> self.tell(new AgentCommand.FactHeard(fact));
    executor.listen(listener);
  }

  /**
   * Creates an agent without a site and without a secret.
   *
   * @param desks addresses of the services; services that are not running do not reply
   * @param beat interval of the heartbeats to each service
   */
  public static Behavior<AgentCommand> create(
      AgentTitle title,
      RunExecutor executor,
      List<ActorRef<DeskCommand>> desks,
      Duration beat,
      Clock clock) {
    return create(title, Optional.empty(), executor, Optional.empty(), desks, beat, clock);
  }

  /**
   * Creates an agent.
   *
   * @param secret secret of the agent's folder
   * @param site site of the agent's nodes; the agent receives the calendars that the site's reader
   *     reads
   */
  public static Behavior<AgentCommand> create(
      AgentTitle title,
      Optional<AgentSecret> secret,
      RunExecutor executor,
      Optional<AgentSite> site,
      List<ActorRef<DeskCommand>> desks,
      Duration beat,
      Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var agent = new NodeAgent(context, title, secret, executor, site, desks, clock);
                  var self = context.getSelf();
                  site.ifPresent(
                      own ->
                          own.watch()
                              .listen(
                                  calendar -> self.tell(new AgentCommand.CalendarRead(calendar))));
                  timers.startTimerWithFixedDelay(new AgentCommand.BeatNow(), Duration.ZERO, beat);
                  return agent;
                }));
  }

  @Override
  public Receive<AgentCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(AgentCommand.Carry.class, this::onCarry)
        .onMessage(AgentCommand.CarriedOut.class, this::onCarriedOut)
        .onMessage(AgentCommand.Heard.class, this::onHeard)
        .onMessage(AgentCommand.TurnedAway.class, this::onTurnedAway)
        .onMessage(AgentCommand.BeatNow.class, this::onBeatNow)
        .onMessage(AgentCommand.FactHeard.class, this::onFactHeard)
        .onMessage(AgentCommand.CalendarRead.class, this::onCalendarRead)
        .onSignal(PostStop.class, stopped -> onStopped())
        .build();
  }

  /** Removes the listener: the executor may outlive this agent and serve another one. */
  private Behavior<AgentCommand> onStopped() {
    executor.unlisten(listener);
    return this;
  }

  private Behavior<AgentCommand> onCarry(AgentCommand.Carry carry) {
    var key = new OrderKey(carry.desk(), carry.number());
    var answer = answers.get(key);
    if (answer != null) {
      carry.replyTo().tell(replied(carry, answer));
      return this;
    }
    if (carry.order() instanceof AgentOrder.HoldOrder && !waiting.add(key)) {
      return this; // a slow site must not get the repetitions of an order
    }
    var self = getContext().getSelf();
    carryOut(carry.order())
        .handle((reply, error) -> error == null ? reply : failed(error))
        .thenAccept(reply -> self.tell(new AgentCommand.CarriedOut(carry, reply)));
    return this;
  }

  private DeskCommand replied(AgentCommand.Carry carry, OrderReply reply) {
    return new DeskCommand.Replied(title.id(), carry.number(), reply, secret);
  }

  private static OrderReply failed(Throwable error) {
    var cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    return new OrderReply.Failed(String.valueOf(cause.getMessage()));
  }

  private CompletionStage<OrderReply> carryOut(AgentOrder order) {
    if (order instanceof AgentOrder.Prepare prepare) {
      return prepare(prepare);
    } else if (order instanceof AgentOrder.Start start) {
      return done(executor.start(start.id(), start.at()));
    } else if (order instanceof AgentOrder.Cancel cancel) {
      return done(executor.cancel(cancel.id(), cancel.cause()));
    } else if (order instanceof AgentOrder.Signal signal) {
      return done(executor.signal(signal.id(), signal.name()));
    } else if (order instanceof AgentOrder.Acknowledge acknowledge) {
      return done(executor.acknowledge(acknowledge.id()));
    } else if (order instanceof AgentOrder.HoldOrder about) {
      return site.map(own -> own.carryOut(about))
          .orElseGet(() -> refused("this agent has no site whose time can be booked"));
    } else if (order instanceof AgentOrder.Read read) {
      return executor
          .output(read.id(), read.stream(), read.offset(), Math.min(read.length(), Link.MOST_PIECE))
          .thenApply(NodeAgent::piece);
    }
    return executor.runs().thenApply(OrderReply.Facts::new);
  }

  private CompletionStage<OrderReply> prepare(AgentOrder.Prepare prepare) {
    var spec = prepare.spec();
    if (!spec.digest().equals(prepare.digest())) {
      return refused(
          "%s: the spec that arrived differs from the spec that was sent".formatted(spec.id()));
    }
    if (title.nodes().stream().noneMatch(node -> node.name().equals(spec.node()))) {
      return refused("%s: this agent has no node %s".formatted(spec.id(), spec.node()));
    }
    return done(executor.prepare(spec));
  }

  private static CompletionStage<OrderReply> refused(String why) {
    return java.util.concurrent.CompletableFuture.completedFuture(new OrderReply.Failed(why));
  }

  private static CompletionStage<OrderReply> done(CompletionStage<Void> stage) {
    return stage.thenApply(nothing -> new OrderReply.Done());
  }

  private static OrderReply piece(OutputChunk chunk) {
    return new OrderReply.Piece(
        chunk.offset(),
        Base64.getEncoder().encodeToString(chunk.bytes()),
        chunk.total(),
        chunk.complete(),
        chunk.truncated(),
        chunk.lost());
  }

  private Behavior<AgentCommand> onCarriedOut(AgentCommand.CarriedOut done) {
    var carry = done.carry();
    // only orders that are not idempotent: the executor recognizes repetitions of all others
    var key = new OrderKey(carry.desk(), carry.number());
    waiting.remove(key);
    if (carry.order() instanceof AgentOrder.Signal || carry.order() instanceof AgentOrder.Hold) {
      answers.put(key, done.reply());
      if (answers.size() > MOST_ANSWERS) {
        answers.remove(answers.keySet().iterator().next());
      }
    }
    if (carry.order() instanceof AgentOrder.Hold && !denial().equals(sentDenial)) {
      beat(); // before the reply, after which the service may place other jobs
    }
    carry.replyTo().tell(replied(carry, done.reply()));
    return this;
  }

  private Optional<String> denial() {
    return site.flatMap(own -> own.holds().denial());
  }

  private Behavior<AgentCommand> onHeard(AgentCommand.Heard heard) {
    turnedAway = "";
    log.answer(clock.instant()).ifPresent(LOG::info);
    if (!remark.equals(heard.remark())) {
      remark = heard.remark();
      remark.ifPresent(text -> LOG.warn("Remark of the service: {}", text));
    }
    offsets.add(ClockOffset.of(heard.sent(), heard.received(), heard.answered(), clock.instant()));
    return this;
  }

  private Behavior<AgentCommand> onTurnedAway(AgentCommand.TurnedAway away) {
    log.answer(clock.instant()).ifPresent(LOG::info);
    if (!turnedAway.equals(away.why())) {
      turnedAway = away.why();
      LOG.error("The service rejected this agent: {}", away.why());
    }
    return this;
  }

  private Behavior<AgentCommand> onBeatNow(AgentCommand.BeatNow now) {
    log.look(clock.instant()).ifPresent(LOG::warn);
    beat();
    return this;
  }

  private void beat() {
    sentDenial = denial();
    var beat =
        new DeskCommand.Beat(
            title, clock.instant(), offsets.best(), getContext().getSelf(), secret, sentDenial);
    desks.forEach(desk -> desk.tell(beat));
  }

  private Behavior<AgentCommand> onCalendarRead(AgentCommand.CalendarRead read) {
    readings++;
    var pages = CalendarPages.of(read.calendar());
    for (int page = 0; page < pages.size(); page++) {
      var sent =
          new DeskCommand.SiteRead(
              title.id(), readings, page, pages.size(), pages.get(page), secret);
      desks.forEach(desk -> desk.tell(sent));
    }
    return this;
  }

  private Behavior<AgentCommand> onFactHeard(AgentCommand.FactHeard heard) {
    var told = new DeskCommand.Told(title.id(), heard.fact(), secret);
    desks.forEach(desk -> desk.tell(told));
    return this;
  }
}
