package io.metasched.simulation.bench;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.metascheduler.actor.CycleSession;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.SessionLink;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.fanout.DomainLink;
import io.metasched.resource.fanout.FannedSlots;
import io.metasched.resource.fanout.Sites;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.search.SearchFamily;
import io.metasched.simulation.bench.ScalingRow.Searches;
import io.metasched.simulation.engine.World;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Searches windows in the domains of a play, as a metascheduler does: each search in a session of
 * its own, so that the domains neither know the request nor have told their whole lists.
 */
final class ScalingSearches extends AbstractBehavior<ScalingSearches.Command> {
  private static final int GIVER = 1;
  private static final int STEP_LIMIT = 200_000;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String PLANNING = "metasched.metascheduler.planning-dispatcher";

  /** Everything it understands. */
  sealed interface Command {}

  private record Told(CycleSession.Event event) implements Command {}

  private record Searched(long roundNanos, long wholeNanos) implements Command {}

  private record Failed(Throwable why) implements Command {}

  private final World world;
  private final int searches;
  private final CompletableFuture<Searches> end;
  private final Sites sites;
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
      World world,
      int searches,
      CompletableFuture<Searches> end) {
    super(context);
    this.world = world;
    this.searches = searches;
    this.end = end;
    sites = new Sites(domains.nodes());
    var rules = world.rules();
    horizon = new Span(rules.planningTicks(), rules.horizonTicks() * 5 / 3); // 5 slots per node
    planning = context.getSystem().dispatchers().lookup(DispatcherSelector.fromConfig(PLANNING));
    var events = context.messageAdapter(CycleSession.Event.class, Told::new);
    session = context.spawn(CycleSession.create(domains, GIVER, settings, events), "searches");
    open();
  }

  /**
   * Creates it.
   *
   * @param searches how many are measured, behind a quarter as many for warmth
   * @param end is completed with what they took
   */
  static Behavior<Command> create(
      Domains domains, World world, int searches, CompletableFuture<Searches> end) {
    return Behaviors.setup(context -> new ScalingSearches(context, domains, world, searches, end));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Told.class, this::onTold)
        .onMessage(Searched.class, this::onSearched)
        .onMessage(Failed.class, failed -> fail(failed.why()))
        .build();
  }

  private CommandId id() {
    return new CommandId(GIVER, (long) opened << Integer.SIZE);
  }

  private void open() {
    opened++;
    over = new CompletableFuture<>();
    session.tell(new CycleSession.Open(id(), horizon, 0, over));
  }

  private Behavior<Command> onTold(Told told) {
    if (!(told.event() instanceof CycleSession.Opened offers)) {
      return fail(new IllegalStateException(told.event().toString()));
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
    var jobs = world.workload().jobs();
    var job = jobs.get(number % jobs.size()).job();
    var request = job.request(horizon, world.rules().granularityTicks());
    var waited = new LongAdder();
    DomainLink timed =
        questions -> {
          long asked = System.nanoTime();
          var answers = link.ask(questions);
          waited.add(System.nanoTime() - asked);
          return answers;
        };
    long begun = System.nanoTime();
    var slots = new FannedSlots(timed, sites, List.of(), settings.spareParts(), offers.lists());
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
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }

  private Behavior<Command> fail(Throwable why) {
    end.completeExceptionally(why);
    return Behaviors.stopped();
  }
}
