package io.metasched.service.agent.link;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.RunId;
import io.metasched.service.run.UnreachableException;
import io.metasched.service.site.SiteCalendar;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service side of the link: tracks the agents and their runs, repeats orders until they are
 * answered, and forwards facts. The desk keeps no state on disk: agents reconnect and report every
 * fact that is not acknowledged.
 */
final class AgentDesk extends AbstractBehavior<DeskCommand> {
  private static final Logger LOG = LoggerFactory.getLogger(AgentDesk.class);

  /** An order without an answer. */
  private record Pending(
      String agent, AgentOrder order, CompletableFuture<OrderReply> reply, Instant given) {}

  private static final int MOST_RUNS = 100_000;

  private final FactListeners listeners;
  private final Consumer<SiteCalendar> sites;
  private final DeskSettings settings;
  private final Clock clock;
  private final AgentLog log;
  private final Set<String> domains; // of the service; empty if unknown
  private final Set<String> nodes; // of the service
  private final String id = UUID.randomUUID().toString();
  private final TreeMap<String, KnownAgent> agents = new TreeMap<>();
  private final TreeMap<String, String> agentOfNode = new TreeMap<>();
  private final TreeMap<RunId, String> agentOfRun = new TreeMap<>();
  private final TreeMap<Long, Pending> pending = new TreeMap<>();
  private long given;

  private AgentDesk(
      ActorContext<DeskCommand> context,
      FactListeners listeners,
      Consumer<SiteCalendar> sites,
      DeskSettings settings,
      AgentLog log,
      Map<String, List<String>> fleet,
      Clock clock) {
    super(context);
    this.log = log;
    domains = fleet.keySet();
    nodes = new TreeSet<>();
    fleet.values().forEach(nodes::addAll);
    this.sites = sites;
    this.listeners = listeners;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Creates a desk.
   *
   * @param sites receives the calendars of sites
   * @param awaited nodes of each domain that agents are expected to offer
   */
  static Behavior<DeskCommand> create(
      FactListeners listeners,
      Consumer<SiteCalendar> sites,
      DeskSettings settings,
      Map<String, List<String>> awaited,
      Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(new DeskCommand.LookAfter(), settings.repeat());
                  var log =
                      new AgentLog(
                          settings.silence(), awaited, clock.instant(), LOG::warn, LOG::info);
                  return new AgentDesk(context, listeners, sites, settings, log, awaited, clock);
                }));
  }

  @Override
  public Receive<DeskCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(DeskCommand.Beat.class, this::onBeat)
        .onMessage(DeskCommand.Replied.class, this::onReplied)
        .onMessage(DeskCommand.Told.class, this::onTold)
        .onMessage(DeskCommand.SiteRead.class, this::onSiteRead)
        .onMessage(DeskCommand.Give.class, this::onGive)
        .onMessage(DeskCommand.GiveTo.class, this::onGiveTo)
        .onMessage(DeskCommand.GiveAll.class, this::onGiveAll)
        .onMessage(DeskCommand.Show.class, this::onShow)
        .onMessage(DeskCommand.LookAfter.class, this::onLookAfter)
        .build();
  }

  private Behavior<DeskCommand> onBeat(DeskCommand.Beat beat) {
    var received = clock.instant();
    var agent = beat.title().id();
    var others = others(beat.title());
    for (var entry : others.entrySet()) {
      if (!entry.getValue().isSilent(settings, received)) {
        beat.agent()
            .tell(
                new AgentCommand.TurnedAway(
                    ("node %s is already offered by another agent, of another folder; this agent is"
                            + " accepted once the other one has been silent for %d s")
                        .formatted(entry.getKey(), settings.silence().toSeconds())));
        return this;
      }
    }
    var known = agents.get(agent);
    if (known != null && !known.accepts(beat.secret())) {
      beat.agent()
          .tell(
              new AgentCommand.TurnedAway(
                  "another agent already has the id %s, with another secret in its folder"
                      .formatted(agent)));
      return this;
    }
    others.forEach((node, other) -> replace(node, other, beat.title()));
    if (known == null || !known.title().equals(beat.title())) {
      unknown(beat.title())
          .ifPresent(why -> LOG.warn("Agent of {} ({}): {}", beat.title().domain(), agent, why));
      agentOfNode.values().removeIf(agent::equals);
      beat.title().nodes().forEach(node -> agentOfNode.put(node.name(), agent));
    }
    if (known == null) {
      known = new KnownAgent(beat, received);
      agents.put(agent, known);
    } else {
      known.beat(beat, received);
    }
    known.log(log, received);
    if (beat.title().site().isEmpty()) { // repeated, because its recording may fail
      sites.accept(SiteCalendar.unused(received, known.nodes()));
    }
    var heard =
        new AgentCommand.Heard(beat.sent(), received, clock.instant(), unknown(beat.title()));
    beat.agent().tell(heard);
    return this;
  }

  /** Returns the other agents that offer nodes of an agent, by node. */
  private SortedMap<String, KnownAgent> others(AgentTitle title) {
    var others = new TreeMap<String, KnownAgent>();
    for (var node : title.nodes()) {
      var owner = agentOfNode.get(node.name());
      if (owner != null && !owner.equals(title.id())) {
        others.put(node.name(), agents.get(owner));
      }
    }
    return others;
  }

  private void replace(String node, KnownAgent silent, AgentTitle next) {
    LOG.warn(
        "Agent of {} ({}): replaces the agent {} of node {}, silent since {}",
        next.domain(),
        next.id(),
        silent.title().id(),
        node,
        silent.lastMessage());
    silent.lose(List.of(node));
  }

  /** Returns the nodes or the domain of an agent that the service does not have, in one line. */
  private Optional<String> unknown(AgentTitle title) {
    var unknown =
        title.nodes().stream().map(OfferedNode::name).filter(n -> !nodes.contains(n)).toList();
    if (domains.isEmpty() || (unknown.isEmpty() && domains.contains(title.domain()))) {
      return Optional.empty();
    }
    return Optional.of(
        "the service has no %s in its configuration"
            .formatted(
                unknown.isEmpty()
                    ? "domain " + title.domain()
                    : "node " + AgentLog.names(unknown) + " of this agent"));
  }

  /** Returns a known agent, unless a message in the agent's name is from another sender. */
  private Optional<KnownAgent> sender(String agent, Optional<AgentSecret> secret) {
    return Optional.ofNullable(agents.get(agent)).filter(known -> known.accepts(secret));
  }

  private Behavior<DeskCommand> onTold(DeskCommand.Told told) {
    var run = told.fact().id();
    boolean isOwn = agentOfRun.getOrDefault(run, told.agent()).equals(told.agent());
    if (isOwn && sender(told.agent(), told.secret()).isPresent()) {
      rememberAgentOf(run, told.agent());
      listeners.report(told.fact());
    } // otherwise the agent repeats the fact later
    return this;
  }

  private Behavior<DeskCommand> onSiteRead(DeskCommand.SiteRead read) {
    sender(read.agent(), read.secret())
        .flatMap(agent -> agent.read(read, clock.instant()))
        .ifPresent(sites);
    return this;
  }

  private Behavior<DeskCommand> onGiveTo(DeskCommand.GiveTo give) {
    if (agents.containsKey(give.agent())) {
      send(give.agent(), give.order(), give.reply());
    } else {
      fail(
          give.reply(),
          new UnreachableException("agent %s has not sent a heartbeat".formatted(give.agent())));
    }
    return this;
  }

  private Behavior<DeskCommand> onGive(DeskCommand.Give give) {
    var run = run(give.order());
    var agent = give.node().map(agentOfNode::get).or(() -> run.map(agentOfRun::get));
    if (agent.isEmpty() && give.order() instanceof AgentOrder.Read && !agents.isEmpty()) {
      readAnywhere(give);
      return this;
    }
    if (agent.isEmpty()) {
      var what =
          give.node()
              .map(node -> "no agent that offers node " + node)
              .orElseGet(() -> "no agent that has run " + run.map(RunId::toString).orElse(""));
      fail(give.reply(), new UnreachableException(what + " has sent a heartbeat"));
      return this;
    }
    if (give.order() instanceof AgentOrder.Prepare prepare) {
      var refusal =
          Optional.ofNullable(agents.get(agent.get()))
              .flatMap(known -> known.title().refusal(prepare.spec()));
      if (refusal.isPresent()) {
        fail(give.reply(), new IllegalStateException(refusal.get()));
        return this;
      }
      rememberAgentOf(prepare.spec().id(), agent.get());
    }
    send(agent.get(), give.order(), give.reply());
    return this;
  }

  private void rememberAgentOf(RunId run, String agent) {
    agentOfRun.putIfAbsent(run, agent);
    if (agentOfRun.size() > MOST_RUNS) {
      // job ids are in order of time
      agentOfRun.pollFirstEntry();
    }
  }

  /**
   * Reads from all agents. After a restart of this desk, no fact identifies the agent of a run that
   * was acknowledged before.
   */
  private void readAnywhere(DeskCommand.Give give) {
    var passedOn = new ArrayList<CompletableFuture<Void>>();
    for (var agent : List.copyOf(agents.keySet())) {
      var reply = new CompletableFuture<OrderReply>();
      passedOn.add(reply.thenAccept(give.reply()::complete));
      send(agent, give.order(), reply);
    }
    var unused =
        CompletableFuture.allOf(passedOn.toArray(CompletableFuture[]::new))
            .whenComplete(
                (all, error) ->
                    fail(
                        give.reply(),
                        new UnreachableException("no agent that answers has the run's output")));
  }

  private static Optional<RunId> run(AgentOrder order) {
    if (order instanceof AgentOrder.Start start) {
      return Optional.of(start.id());
    } else if (order instanceof AgentOrder.Cancel cancel) {
      return Optional.of(cancel.id());
    } else if (order instanceof AgentOrder.Signal signal) {
      return Optional.of(signal.id());
    } else if (order instanceof AgentOrder.Acknowledge acknowledge) {
      return Optional.of(acknowledge.id());
    } else if (order instanceof AgentOrder.Read read) {
      return Optional.of(read.id());
    }
    return Optional.empty();
  }

  private Behavior<DeskCommand> onGiveAll(DeskCommand.GiveAll give) {
    var replies = new ArrayList<CompletableFuture<OrderReply>>();
    for (var agent : List.copyOf(agents.keySet())) {
      var reply = new CompletableFuture<OrderReply>();
      replies.add(reply);
      send(agent, give.order(), reply);
    }
    var unused =
        CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    give.replies().completeExceptionally(error);
                  } else {
                    give.replies().complete(replies.stream().map(CompletableFuture::join).toList());
                  }
                });
    return this;
  }

  private void send(String agent, AgentOrder order, CompletableFuture<OrderReply> reply) {
    long number = given++;
    pending.put(number, new Pending(agent, order, reply, clock.instant()));
    carry(number, agent, order);
  }

  private void carry(long number, String agent, AgentOrder order) {
    var known = agents.get(agent);
    if (known != null) {
      known.ref().tell(new AgentCommand.Carry(id, number, order, getContext().getSelf()));
    }
  }

  private Behavior<DeskCommand> onReplied(DeskCommand.Replied replied) {
    var answered = pending.get(replied.number());
    if (answered != null
        && answered.agent().equals(replied.agent())
        && sender(replied.agent(), replied.secret()).isPresent()) {
      pending.remove(replied.number());
      if (replied.reply() instanceof OrderReply.Failed failed) {
        fail(answered.reply(), new IllegalStateException(failed.why()));
      } else {
        answered.reply().complete(replied.reply());
      }
    }
    return this;
  }

  private static void fail(CompletableFuture<OrderReply> reply, RuntimeException why) {
    reply.completeExceptionally(why);
  }

  private Behavior<DeskCommand> onLookAfter(DeskCommand.LookAfter look) {
    var now = clock.instant();
    agents.values().forEach(each -> each.log(log, now));
    log.lookForAwaited(agentOfNode.keySet(), now);
    for (var entry : List.copyOf(pending.entrySet())) {
      var order = entry.getValue();
      var waited = Duration.between(order.given(), now).abs();
      if (waited.compareTo(settings.giveUp()) > 0) {
        pending.remove(entry.getKey());
        fail(
            order.reply(),
            new UnreachableException(
                "agent %s has not answered in %d s".formatted(order.agent(), waited.toSeconds())));
      } else if (waited.compareTo(settings.repeat()) >= 0) {
        carry(entry.getKey(), order.agent(), order.order());
      }
    }
    return this;
  }

  private Behavior<DeskCommand> onShow(DeskCommand.Show show) {
    var now = clock.instant();
    show.views()
        .complete(
            agents.values().stream()
                .map(each -> each.view(settings, unknown(each.title()), now))
                .toList());
    return this;
  }
}
