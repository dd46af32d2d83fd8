package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.scheduling.Batch;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.fanout.DistributedSlotView;
import io.metasched.resource.fanout.DomainIndex;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Planning of a metascheduler: the sessions with all domains, the policies that plan in these
 * sessions on their own threads, and the open cycle. Part of the actor, and confined to it.
 */
final class Planning {
  final LongAdder planQuestions = new LongAdder(); // counted by the planning threads
  final LongAdder moveQuestions = new LongAdder();

  private final ActorContext<Command> context;
  private final VoScheduler scheduler;
  private final Domains domains;
  private final DomainIndex sites;
  private final int issuer;
  private final MetaschedulerSettings settings;
  private final ActorRef<CycleSession.Event> events;
  private final Executor planner;
  private @Nullable OpenCycle open;
  private final TreeSet<ActorRef<CycleSession.Command>> idleSessions = new TreeSet<>();
  private final List<SessionLink> left = new ArrayList<>();
  private int openSessions;
  private int sessionsSpawned;
  private long sessions;

  /**
   * @param issuer issuer of the commands of the sessions
   */
  Planning(
      ActorContext<Command> context,
      VoScheduler scheduler,
      Domains domains,
      int issuer,
      MetaschedulerSettings settings) {
    this.context = context;
    this.scheduler = scheduler;
    this.domains = domains;
    this.issuer = issuer;
    this.settings = settings;
    sites = new DomainIndex(domains.nodes());
    events = context.messageAdapter(CycleSession.Event.class, Metascheduler.SessionEvent::new);
    planner =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(MetaschedulerSettings.PLANNING_DISPATCHER));
  }

  /** Restores the numbers of sessions and questions from another incarnation. */
  void restore(MetaschedulerEvent.Counts from) {
    sessions = from.sessions();
    planQuestions.add(from.forPlans());
    moveQuestions.add(from.forMoves());
  }

  /** Returns the number of sessions so far, including those of earlier incarnations. */
  long sessions() {
    return sessions;
  }

  // --- sessions

  /** Opens a session with all domains; a {@link CycleSession.Event} reports when it is open. */
  SessionLink openSession(Span horizon, long now, LongAdder asked) {
    return openSession(sessions++, horizon, now, asked);
  }

  /** Reopens the session of an earlier incarnation that had this number. */
  SessionLink openSession(long number, Span horizon, long now, LongAdder asked) {
    var first = new CommandId(issuer, number << Integer.SIZE);
    var over = new CompletableFuture<@Nullable Void>();
    var idle = idleSessions.pollFirst();
    var session = idle == null ? spawnSession() : idle;
    session.tell(new CycleSession.Open(first, horizon, now, over));
    return new SessionLink(first, session, settings.faultDeadline().multipliedBy(3), over, asked);
  }

  private ActorRef<CycleSession.Command> spawnSession() {
    var session =
        context.spawn(
            CycleSession.create(domains, issuer, settings, events),
            "session-" + sessionsSpawned++,
            DispatcherSelector.sameAsParent());
    context.watch(session);
    openSessions++;
    return session;
  }

  /** Closes a session, if it is not closed already; the next session may reuse the actor. */
  void close(SessionLink link) {
    link.session().tell(new CycleSession.Close(link.id()));
    idleSessions.add(link.session());
  }

  /**
   * Closes a session after the command that needs it is concluded and no other command refers to
   * it.
   */
  void leave(SessionLink link) {
    left.add(link);
  }

  void closeLeft() {
    left.forEach(this::close);
    left.clear();
  }

  /**
   * Stops all session actors; all sessions must be closed. An actor may repeat its closing message
   * to domains until it has stopped.
   */
  void stopSessions() {
    idleSessions.forEach(session -> session.tell(new CycleSession.Stop()));
    idleSessions.clear();
  }

  /** Counts an idle session that has stopped on request. */
  void sessionStopped() {
    openSessions--;
  }

  boolean hasOpenSessions() {
    return openSessions > 0;
  }

  /**
   * Returns the slots of a session.
   *
   * @param opened data that the session received at its opening
   * @param mayComeBack slots that the policy may give back
   */
  DistributedSlotView slots(SessionLink link, CycleSession.Opened opened, List<Slot> mayComeBack) {
    return new DistributedSlotView(link, sites, mayComeBack, settings.spareParts(), opened.lists());
  }

  /** Runs a policy on its own thread; the result is sent to the actor. */
  <P> void runPolicy(
      Supplier<P> policy, BiFunction<@Nullable P, @Nullable Throwable, Command> outcome) {
    context.pipeToSelf(CompletableFuture.supplyAsync(policy, planner), outcome::apply);
  }

  // --- the open cycle

  /** Opens a cycle; the policy begins to plan its batch in the session. */
  void plan(Batch batch, SessionLink session, CycleSession.Opened offers) {
    var jobs = batch.jobs().stream().map(Job::id).toList();
    long number = session.id().number() >>> Integer.SIZE;
    var opened = new MetaschedulerEvent.Opened(batch.cycle(), batch.nowTick(), number, jobs);
    open = new OpenCycle(opened, session, offers.versions());
    var snapshot = scheduler.snapshot(batch, slots(session, offers, List.of()), offers.slots());
    runPolicy(
        () -> scheduler.plan(snapshot),
        (plan, error) -> new Metascheduler.PlanMade(snapshot.cycle(), plan, error));
  }

  /** Returns the cycle whose plan is being made or waits to be booked. */
  Optional<OpenCycle> openCycle() {
    return Optional.ofNullable(open);
  }

  /**
   * Receives a plan; a plan of an older cycle is dropped. The session stays open until the plan is
   * booked, because an incarnation that takes over earlier makes the plan again.
   */
  void planMade(Metascheduler.PlanMade made) {
    if (open != null && open.number == made.cycle()) {
      open.plan = made;
    }
  }

  /** Closes the cycle after its plan is booked. */
  void closeCycle() {
    openCycle().ifPresent(cycle -> leave(cycle.session));
    open = null;
  }
}
