package io.metasched.lab.bench.cyclic;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.cyclic.ScalingRow.Searches;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.CycleSession;
import io.metasched.metascheduler.cyclic.actor.SessionLink;
import io.metasched.resource.fanout.DistributedSlotView;
import io.metasched.resource.fanout.DomainIndex;
import io.metasched.resource.fanout.DomainLink;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.search.SearchFamily;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Actor that searches for windows in the domains of a run as a metascheduler does. Each search has
 * its own session, so that the domains have neither cached the request nor sent their whole lists.
 */
final class ScalingSearches extends AbstractBehavior<ScalingSearches.Command> {
  private static final int ISSUER = 1;
  private static final int STEP_LIMIT = 200_000;
  private static final String PLANNING = "metasched.metascheduler.planning-dispatcher";

  /** Commands of the actor. */
  sealed interface Command {}

  private record SessionEvent(CycleSession.Event event) implements Command {}

  private record Searched(long roundNanos, long wholeNanos) implements Command {}

  private record Failed(Throwable why) implements Command {}

  private final CyclicInstance instance;
  private final int searches;
  private final CompletableFuture<Searches> end;
  private final DomainIndex sites;
  private final MetaschedulerSettings settings = MetaschedulerSettings.load();
  private final SearchFamily search = SearchFamily.exact(STEP_LIMIT);
  private final ActorRef<CycleSession.Command> session;
  private final Executor planning;
  private final Span horizon;
  private final Histogram rounds = new Histogram(3);
  private final Histogram wholes = new Histogram(3);
  private int opened;
  private CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

  private ScalingSearches(
      ActorContext<Command> context,
      Domains domains,
      CyclicInstance instance,
      int searches,
      CompletableFuture<Searches> end) {
    super(context);
    this.instance = instance;
    this.searches = searches;
    this.end = end;
    sites = new DomainIndex(domains.nodes());
    var rules = instance.rules();
    horizon = new Span(rules.planningTicks(), rules.horizonTicks() * 5 / 3); // 5 slots per node
    planning = context.getSystem().dispatchers().lookup(DispatcherSelector.fromConfig(PLANNING));
    var events = context.messageAdapter(CycleSession.Event.class, SessionEvent::new);
    session = context.spawn(CycleSession.create(domains, ISSUER, settings, events), "searches");
    open();
  }

  /**
   * Creates the behavior.
   *
   * @param searches number of measured searches, after a quarter as many as warm-up
   * @param end future to be completed with the times of the searches
   */
  static Behavior<Command> create(
      Domains domains, CyclicInstance instance, int searches, CompletableFuture<Searches> end) {
    return Behaviors.setup(
        context -> new ScalingSearches(context, domains, instance, searches, end));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(SessionEvent.class, this::onSessionEvent)
        .onMessage(Searched.class, this::onSearched)
        .onMessage(Failed.class, failed -> fail(failed.why()))
        .build();
  }

  private CommandId id() {
    return new CommandId(ISSUER, (long) opened << Integer.SIZE);
  }

  private void open() {
    opened++;
    over = new CompletableFuture<>();
    session.tell(new CycleSession.Open(id(), horizon, 0, over));
  }

  private Behavior<Command> onSessionEvent(SessionEvent reported) {
    if (!(reported.event() instanceof CycleSession.Opened offers)) {
      return fail(new IllegalStateException(reported.event().toString()));
    }
    var deadline = settings.faultDeadline().multipliedBy(3);
    var link = new SessionLink(id(), session, deadline, over, new LongAdder());
    int number = opened;
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(() -> searched(link, offers, number), planning),
            (searched, why) -> searched != null ? searched : new Failed(why));
    return this;
  }

  private Searched searched(DomainLink link, CycleSession.Opened offers, int number) {
    var jobs = instance.workload().jobs();
    var job = jobs.get(number % jobs.size()).job();
    var request = job.request(horizon, instance.rules().granularityTicks());
    var waited = new LongAdder();
    DomainLink timed =
        questions -> {
          long asked = System.nanoTime();
          var answers = link.ask(questions);
          waited.add(System.nanoTime() - asked);
          return answers;
        };
    long begun = System.nanoTime();
    var slots =
        new DistributedSlotView(timed, sites, List.of(), settings.spareParts(), offers.lists());
    search.find(slots, request, job.criterion());
    return new Searched(waited.sum(), System.nanoTime() - begun);
  }

  private Behavior<Command> onSearched(Searched searched) {
    session.tell(new CycleSession.Close(id()));
    if (opened > searches / 4) {
      rounds.recordValue(searched.roundNanos());
      wholes.recordValue(searched.wholeNanos());
    }
    if (rounds.getTotalCount() < searches) {
      open();
      return this;
    }
    end.complete(
        new Searches(
            millis(rounds, 50), millis(rounds, 99), millis(wholes, 50), millis(wholes, 99)));
    return Behaviors.stopped();
  }

  private static double millis(Histogram nanos, double percentile) {
    return Measurements.micros(nanos, percentile) / 1000;
  }

  private Behavior<Command> fail(Throwable why) {
    end.completeExceptionally(why);
    return Behaviors.stopped();
  }
}
