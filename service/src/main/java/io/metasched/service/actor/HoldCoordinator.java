package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.plan.SiteDecisions;
import io.metasched.service.plan.SiteHoldings;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteHold;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Coordinator of the holds at sites: makes the sites hold the windows of placed jobs and of planned
 * moves, confirms or refuses them, and releases holds that are no longer needed. The book is the
 * only durable state: a job is placed before its first hold, and the names of holds follow from the
 * job, so that {@link HoldInspector} finds each unneeded hold after a restart by name.
 */
public final class HoldCoordinator extends AbstractBehavior<HoldCoordinator.Command> {
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofSeconds(1); // after a failed call
  private static final long MOST_PAUSES = 15; // after a refusal
  private static final Duration PATIENCE = Duration.ofSeconds(20); // until a placed job is requeued
  private static final String NAME = "holds";

  /** Messages of the hold coordinator. */
  public sealed interface Command {}

  private record Tick() implements Command {}

  private record Committed(List<Recorded> events) implements Command {}

  private record HoldAnswered(
      Placement of, String agent, Optional<HoldRefusal> refusal, @Nullable Throwable error)
      implements Command {}

  private record Released(String agent, List<String> names, @Nullable Throwable error)
      implements Command {}

  /** Window of a placed or moving job that not all of its sites have confirmed. */
  private static final class Placement {
    final String id;
    final int attempt;
    final Duration pause; // after a refusal; longer with each attempt that a site has ended
    final SortedMap<String, List<SiteHold>> open; // by agent, not yet confirmed
    final List<PartRecord> parts;
    final Instant start; // of the window
    final Instant deadline;
    final TreeSet<String> asked = new TreeSet<>(); // agents with an unanswered request
    Instant next = Instant.MIN;
    Optional<HoldRefusal> refusal = Optional.empty();
    String refusedNode = "";
    String error = "";

    Placement(
        JobRecord job, SortedMap<String, List<SiteHold>> open, Instant start, Instant deadline) {
      id = job.id();
      attempt = job.attempt();
      parts = job.parts();
      pause = PAUSE.multipliedBy(Math.min(job.excused(), MOST_PAUSES));
      this.open = open;
      this.start = start;
      this.deadline = deadline;
    }

    boolean isOf(JobRecord job) {
      return attempt == job.attempt() && parts.equals(job.parts());
    }

    /** Returns the node of the first unconfirmed hold. */
    String node() {
      return open.values().stream()
          .flatMap(List::stream)
          .map(SiteHold::node)
          .findFirst()
          .orElse(parts.get(0).node());
    }
  }

  /** Calls to the agent of a site. */
  private static final class Agent {
    final TreeSet<String> toRelease = new TreeSet<>();
    boolean releases;
    Instant nextRelease = Instant.MIN;
  }

  private final BookKeeper keeper;
  private final SiteBooking sites;
  private final Clock clock;
  private final TreeMap<String, Placement> placements = new TreeMap<>(); // by job
  private final TreeMap<String, Agent> agents = new TreeMap<>();
  // holds that were requested and not released, by job: name and agent
  private final TreeMap<String, TreeMap<String, String>> requested = new TreeMap<>();

  private HoldCoordinator(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BookKeeper keeper,
      SiteBooking sites,
      Clock clock) {
    super(context);
    this.keeper = keeper;
    this.sites = sites;
    this.clock = clock;
    var self = context.getSelf();
    keeper.listen(events -> self.tell(new Committed(events)));
    for (var job : keeper.state().openJobs()) {
      look(job.id());
    }
    timers.startTimerWithFixedDelay(new Tick(), TICK);
  }

  /** Creates a coordinator that resumes from the book. */
  public static Behavior<Command> create(BookKeeper keeper, SiteBooking sites, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new HoldCoordinator(context, timers, keeper, sites, clock)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(Committed.class, this::onCommitted)
        .onMessage(HoldAnswered.class, this::onHoldAnswered)
        .onMessage(Released.class, this::onReleased)
        .build();
  }

  // --- jobs

  private Behavior<Command> onCommitted(Committed committed) {
    var jobs = new TreeSet<String>();
    for (var each : committed.events()) {
      jobs.addAll(each.event().jobs());
      if (each.event() instanceof BookEvent.JobMoveRefused refused) {
        keeper.state().job(refused.id()).ifPresent(this::moveBack);
      }
      if (each.event() instanceof BookEvent.SiteTermsChanged changed) {
        for (var node : changed.nodes()) {
          NodeCommands.jobsOn(keeper.state(), node).forEach(job -> jobs.add(job.id()));
        }
      }
    }
    jobs.forEach(this::look);
    if (!jobs.isEmpty()) {
      work(clock.instant());
    }
    return this;
  }

  /** Compares a job with its placement and its holds. */
  private void look(String id) {
    var state = keeper.state();
    var job = state.job(id);
    var wanted = new TreeMap<String, String>(); // agent by name
    job.ifPresent(
        known ->
            SiteHoldings.of(state, known)
                .forEach((agent, holds) -> holds.forEach(each -> wanted.put(each.name(), agent))));
    var unconfirmed = job.filter(each -> each.state() == JobState.PLACED || each.isMoving());
    if (unconfirmed.isEmpty()) {
      placements.remove(id);
    } else if (!placements.containsKey(id) || !placements.get(id).isOf(target(unconfirmed.get()))) {
      placements.put(id, placement(unconfirmed.get()));
    }
    var names = requested.computeIfAbsent(id, missing -> new TreeMap<>());
    names
        .entrySet()
        .removeIf(
            each -> {
              boolean isOver = !each.getValue().equals(wanted.get(each.getKey()));
              if (isOver) {
                agent(each.getValue()).toRelease.add(each.getKey());
              }
              return isOver;
            });
    names.putAll(wanted);
    if (names.isEmpty()) {
      requested.remove(id);
    }
  }

  /** Returns a job with the parts that its sites have to confirm. */
  private static JobRecord target(JobRecord job) {
    return job.isMoving() ? job.asMoved() : job;
  }

  /** Moves the holds of a job back to its window. After a failure, the next check finds them. */
  private void moveBack(JobRecord job) {
    if (!job.isMoving()) {
      SiteHoldings.of(keeper.state(), job)
          .forEach((agent, holds) -> ask(sites.hold(agent, holds), (refusal, error) -> new Tick()));
    }
  }

  private Placement placement(JobRecord booked) {
    var job = target(booked);
    var state = keeper.state();
    var start = state.ticks().instant(job.window().orElseThrow().start());
    var last = booked.isMoving() ? SiteDecisions.movesUntil(state, booked) : start;
    var deadline = earlier(last, clock.instant().plus(PATIENCE));
    return new Placement(job, SiteHoldings.of(state, job), start, deadline);
  }

  private Agent agent(String id) {
    return agents.computeIfAbsent(id, unknown -> new Agent());
  }

  // --- work that is due

  private Behavior<Command> onTick(Tick tick) {
    work(clock.instant());
    return this;
  }

  private void work(Instant now) {
    agents.forEach((id, agent) -> release(id, agent, now));
    // after the releases, which may free the time of these holds
    for (var placement : List.copyOf(placements.values())) {
      pursue(placement, now);
    }
  }

  /**
   * Requests the holds of a placed job, and decides on the job if all holds are made or time is up.
   */
  private void pursue(Placement placement, Instant now) {
    if (now.isBefore(placement.next)) {
      return;
    }
    if (placement.refusal.isPresent()) {
      placement.next = now.plus(PAUSE); // until the decision is committed
      decide(
          state ->
              SiteDecisions.refused(
                  state,
                  placement.id,
                  placement.attempt,
                  placement.refusedNode,
                  placement.refusal.orElseThrow()));
    } else if (placement.open.isEmpty() && now.isBefore(placement.start)) {
      placement.next = now.plus(PAUSE);
      decide(state -> SiteDecisions.confirmed(state, placement.id, placement.attempt, now));
    } else if (now.isAfter(placement.deadline)) {
      placement.next = now.plus(PAUSE);
      decide(
          state ->
              SiteDecisions.silent(
                  state, placement.id, placement.attempt, placement.node(), placement.error));
    } else {
      for (var each : placement.open.entrySet()) {
        if (placement.asked.add(each.getKey())) {
          ask(
              sites.hold(each.getKey(), each.getValue()),
              (refusal, error) ->
                  new HoldAnswered(placement, each.getKey(), given(refusal), error));
        }
      }
    }
  }

  private Behavior<Command> onHoldAnswered(HoldAnswered answer) {
    var placement = answer.of();
    placement.asked.remove(answer.agent());
    var refusal = answer.refusal();
    if (placements.get(placement.id) != placement) {
      return this; // over meanwhile; its holds are released
    } else if (answer.error() != null) {
      placement.error = message(answer.error());
      placement.next = clock.instant().plus(PAUSE);
    } else if (refusal.isPresent()) {
      placement.refusal = refusal;
      placement.refusedNode =
          node(placement.open.getOrDefault(answer.agent(), List.of()), refusal.get());
      // a planner that knows less than the site would choose the same window in each cycle
      placement.next = earlier(clock.instant().plus(placement.pause), placement.deadline);
      pursue(placement, clock.instant());
    } else {
      placement.open.remove(answer.agent());
      pursue(placement, clock.instant());
    }
    return this;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** Returns the node of a refused hold; the first one if the name is unknown. */
  private static String node(Collection<SiteHold> holds, HoldRefusal refusal) {
    return holds.stream()
        .filter(each -> each.name().equals(refusal.hold()))
        .findFirst()
        .or(() -> holds.stream().findFirst())
        .map(SiteHold::node)
        .orElse("a node");
  }

  // --- releases

  private void release(String id, Agent agent, Instant now) {
    if (agent.releases || agent.toRelease.isEmpty() || now.isBefore(agent.nextRelease)) {
      return;
    }
    agent.releases = true;
    var names = List.copyOf(agent.toRelease);
    ask(sites.release(id, names), (done, error) -> new Released(id, names, error));
  }

  private Behavior<Command> onReleased(Released released) {
    var agent = agent(released.agent());
    agent.releases = false;
    if (released.error() == null) {
      released.names().forEach(agent.toRelease::remove);
    } else {
      agent.nextRelease = clock.instant().plus(PAUSE);
    }
    return this;
  }

  // --- calls

  /** Result of a call as a message. */
  private interface Answer<T> {
    Command of(@Nullable T result, @Nullable Throwable error);
  }

  /** Returns the answer of a call; empty if the call has failed. */
  @SuppressWarnings("NullableOptional") // of a future that has failed
  private static <T> Optional<T> given(@Nullable Optional<T> answer) {
    return answer == null ? Optional.empty() : answer;
  }

  private <T> void ask(CompletionStage<T> call, Answer<T> answer) {
    getContext().pipeToSelf(call, answer::of);
  }

  private void decide(Function<BookState, BookDecision<Boolean>> decision) {
    var unused = keeper.decide(NAME, "", decision);
  }

  private static String message(@Nullable Throwable error) {
    var cause = error == null || error.getCause() == null ? error : error.getCause();
    return cause == null ? "" : String.valueOf(cause.getMessage());
  }
}
