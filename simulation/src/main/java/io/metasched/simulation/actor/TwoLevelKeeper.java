package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.GridScheduler;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.owner.CommandId;
import io.metasched.simulation.twolevel.GridJob;
import io.metasched.simulation.twolevel.TwoLevelCourse;
import io.metasched.simulation.twolevel.TwoLevelOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Keeps model time on two levels: lets what is due happen, step by step, and goes on when all whom
 * a step concerns have answered. No clock of the wall decides anything: it only tells that somebody
 * is lost.
 */
public final class TwoLevelKeeper extends AbstractBehavior<TwoLevelKeeper.Command> {
  private static final int GIVER = Integer.MAX_VALUE;
  private static final String DEADLINE = "fault-deadline";

  /** Everything the keeper understands. */
  public sealed interface Command {}

  private record GridAnswered(GridScheduler.Reply reply) implements Command {}

  private record ProviderAnswered(Provider.Reply reply) implements Command {}

  private record LookWhoIsSilent() implements Command {}

  /** The steps of a tick, in their order. */
  private enum Step {
    ENDS,
    MOVES,
    SUBMISSIONS,
    DISPATCH,
    STARTS;

    Step next() {
      return switch (this) {
        case ENDS -> MOVES;
        case MOVES -> SUBMISSIONS;
        case SUBMISSIONS -> DISPATCH;
        case DISPATCH -> STARTS;
        case STARTS -> ENDS;
      };
    }
  }

  /**
   * Whom the keeper plays with, wherever they live.
   *
   * @param providers by number
   * @param grid the grid scheduler over them
   */
  public record Cast(
      List<ActorRef<Provider.Command>> providers, ActorRef<GridScheduler.Command> grid) {
    /** Copies the list. */
    public Cast {
      providers = List.copyOf(providers);
    }

    /** Brings them to life as children of the actor whose context it is, on its dispatcher. */
    static Cast spawn(ActorContext<?> context, TwoLevelTroupe troupe) {
      var providers = new ArrayList<ActorRef<Provider.Command>>();
      for (int i = 0; i < troupe.setting().providers(); i++) {
        var name = "provider-" + i;
        providers.add(context.spawn(troupe.provider(i), name, DispatcherSelector.sameAsParent()));
      }
      var grid =
          context.spawn(
              troupe.grid(providers), "grid-scheduler", DispatcherSelector.sameAsParent());
      return new Cast(providers, grid);
    }
  }

  /** Where the actors of a play are. */
  @FunctionalInterface
  public interface Casting {
    /** The actors, brought to life as children of the keeper whose context it is or elsewhere. */
    Cast cast(ActorContext<?> keeper);
  }

  /**
   * What the keeper plays.
   *
   * @param troupe whom with
   * @param progress is told how many jobs have been submitted
   */
  public record Play(List<GridJob> jobs, TwoLevelTroupe troupe, IntConsumer progress) {
    /** Copies the jobs. */
    public Play {
      jobs = List.copyOf(jobs);
    }

    /** Who is closer to a fault is to tell of it first. */
    Duration deadline() {
      return troupe.settings().metascheduler().faultDeadline().multipliedBy(3);
    }
  }

  private final CompletableFuture<TwoLevelOutcome> outcome;
  private final TwoLevelCourse course;
  private final IntConsumer progress;
  private final List<ActorRef<Provider.Command>> providers;
  private final ActorRef<GridScheduler.Command> grid;
  private final ActorRef<Provider.Reply> providerAnswers;
  private final ActorRef<GridScheduler.Reply> gridAnswers;
  private final TreeSet<CommandId> awaited = new TreeSet<>();
  private Step step = Step.STARTS;
  private long now;
  private long told;
  private long toldAtLastLook = -1;

  private TwoLevelKeeper(
      ActorContext<Command> context,
      Play play,
      Casting casting,
      CompletableFuture<TwoLevelOutcome> outcome) {
    super(context);
    this.outcome = outcome;
    progress = play.progress();
    course = new TwoLevelCourse(play.jobs(), play.troupe().setting());
    var cast = casting.cast(context);
    providers = cast.providers();
    grid = cast.grid();
    providers.forEach(context::watch);
    context.watch(grid);
    providerAnswers = context.messageAdapter(Provider.Reply.class, ProviderAnswered::new);
    gridAnswers = context.messageAdapter(GridScheduler.Reply.class, GridAnswered::new);
  }

  /**
   * Creates a keeper that plays to the end.
   *
   * @param outcome is completed with what has become of the jobs, or with why there is nothing
   */
  public static Behavior<Command> create(
      Play play, Casting casting, CompletableFuture<TwoLevelOutcome> outcome) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var keeper = new TwoLevelKeeper(context, play, casting, outcome);
                  return keeper.begin(timers, play);
                }));
  }

  private Behavior<Command> begin(TimerScheduler<Command> timers, Play play) {
    timers.startTimerWithFixedDelay(DEADLINE, new LookWhoIsSilent(), play.deadline());
    return advance();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(ProviderAnswered.class, this::onProviderAnswered)
        .onMessage(GridAnswered.class, this::onGridAnswered)
        .onMessage(LookWhoIsSilent.class, this::onLookWhoIsSilent)
        .onSignal(ChildFailed.class, failed -> fail(failed.getCause()))
        .onSignal(Terminated.class, gone -> fail("%s has stopped".formatted(gone.getRef())))
        .build();
  }

  // --- time goes on

  private Behavior<Command> advance() {
    while (awaited.isEmpty()) {
      if (step == Step.STARTS) {
        progress.accept(course.submitted());
        now = course.nextTick();
        if (now == TwoLevelCourse.NEVER) {
          outcome.complete(course.outcome());
          return Behaviors.stopped();
        }
      }
      step = step.next();
      take(step);
    }
    return this;
  }

  private void take(Step due) {
    switch (due) {
      case ENDS ->
          course
              .ends(now)
              .forEach(
                  (provider, jobs) ->
                      providers
                          .get(provider)
                          .tell(new Provider.End(nextId(), jobs, now, providerAnswers)));
      case MOVES -> {
        if (course.hasEnded(now)) {
          grid.tell(new GridScheduler.MoveForward(nextId(), now, gridAnswers));
        }
      }
      case SUBMISSIONS -> {
        var tasks = course.submissions(now);
        if (!tasks.isEmpty()) {
          grid.tell(new GridScheduler.Submit(nextId(), tasks, now, gridAnswers));
        }
      }
      case DISPATCH -> {
        if (course.dispatches(now)) {
          grid.tell(new GridScheduler.Dispatch(nextId(), now, gridAnswers));
        }
      }
      case STARTS -> {
        for (int provider : course.starting(now)) {
          boolean passes = course.passes(provider, now);
          providers.get(provider).tell(new Provider.Start(nextId(), passes, now, providerAnswers));
        }
      }
    }
  }

  private CommandId nextId() {
    var id = new CommandId(GIVER, told++);
    awaited.add(id);
    return id;
  }

  // --- answers

  private Behavior<Command> onProviderAnswered(ProviderAnswered answered) {
    var reply = answered.reply();
    if (!awaited.remove(reply.id())) {
      return this; // a repeated answer is no news
    }
    if (reply instanceof Provider.Started started) {
      course.started(started.provider(), started.jobs(), now);
    } else if (reply instanceof Provider.Ended ended) {
      course.stopped(ended.provider(), ended.stopped(), now);
    } else {
      return fail("a provider answers %s".formatted(reply));
    }
    return advance();
  }

  private Behavior<Command> onGridAnswered(GridAnswered answered) {
    var reply = answered.reply();
    if (!awaited.remove(reply.id())) {
      return this;
    }
    if (reply instanceof GridScheduler.Queued queued) {
      course.nextDispatch(queued.nextDispatch());
    } else if (reply instanceof GridScheduler.Dispatched dispatched) {
      dispatched.sent().forEach(sent -> course.sent(sent.provider(), now));
      dispatched.reserved().forEach(r -> course.reserved(r.provider(), r.reservation(), now));
      dispatched.declined().forEach(d -> course.declined(d.request(), d.reason()));
      course.nextDispatch(dispatched.nextDispatch());
      if (step == Step.MOVES && !dispatched.reserved().isEmpty()) {
        course.moved(now);
      }
    } else if (reply instanceof GridScheduler.Failed failed) {
      return fail(failed.what());
    } else {
      return fail("the grid scheduler answers %s".formatted(reply));
    }
    return advance();
  }

  /** Somebody is lost when nothing has been told since the last look. */
  private Behavior<Command> onLookWhoIsSilent(LookWhoIsSilent look) {
    if (told > toldAtLastLook) {
      toldAtLastLook = told;
      return this;
    }
    return fail("no answer to %s at tick %d".formatted(awaited, now));
  }

  private Behavior<Command> fail(String why) {
    return fail(new IllegalStateException(why));
  }

  private Behavior<Command> fail(Throwable why) {
    outcome.completeExceptionally(why);
    return Behaviors.stopped();
  }
}
