package io.metasched.simulation.driver;

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
import io.metasched.resource.actor.CommandWindow;
import io.metasched.resource.owner.CommandId;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.RunTables;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Clock of a run of any system, which advances its model time. It makes the model send the commands
 * that are due, limits their number in flight to the actors' capacity, and continues when every
 * command has been replied to. No wall-clock time decides an outcome: a timer only repeats commands
 * without a reply, and finally fails the run.
 */
public final class SimulationClock<R extends RunTables>
    extends AbstractBehavior<SimulationClock.Command> {
  private static final int ISSUER = Integer.MAX_VALUE;

  /** Message to the clock. */
  public sealed interface Command {}

  private record Replied(CommandId id, Object reply) implements Command {}

  private record RetryTick() implements Command {}

  /** Source of the actors of a run. */
  @FunctionalInterface
  public interface ActorSpawner {
    /**
     * Returns the actors, started as children of the clock or elsewhere.
     *
     * @param clock context of the clock
     */
    RunActors actors(ActorContext<?> clock);
  }

  /**
   * Run of one policy.
   *
   * @param blueprint blueprint of its actors
   * @param settings settings of its actors
   * @param free whether schedulers compete in the order in which their messages arrive
   * @param progress receives the progress of the run
   */
  public record PolicyRun<R extends RunTables>(
      ActorBlueprint<R> blueprint, ActorSettings settings, boolean free, Progress progress) {

    /** Returns the dispatcher of the clock and of the actors that it starts. */
    DispatcherSelector dispatcher() {
      return settings.dispatcher(blueprint.size());
    }

    /**
     * Returns the number of retries until the clock times out, which is late enough for a
     * metascheduler or domain to report its own fault first.
     */
    private int retriesUntilTimeout() {
      return 3 * settings.metascheduler().retriesUntilTimeout();
    }
  }

  private final ActorModel<R> model;
  private final CompletableFuture<ActorModel<R>> outcome;
  private final int retriesUntilTimeout;
  private final CommandWindow commands;
  private long sentAtLastTick;
  private int retries;

  private SimulationClock(
      ActorContext<Command> context,
      PolicyRun<R> run,
      ActorSpawner spawner,
      CompletableFuture<ActorModel<R>> outcome) {
    super(context);
    this.outcome = outcome;
    retriesUntilTimeout = run.retriesUntilTimeout();
    commands = new CommandWindow(ISSUER, 0, run.settings().commandsAtOnce());
    var actors = spawner.actors(context);
    actors.watchedBy(context);
    var replies =
        new Replies() {
          @Override
          public <T> ActorRef<T> of(Class<T> type, Function<T, CommandId> id) {
            return context.messageAdapter(type, reply -> new Replied(id.apply(reply), reply));
          }
        };
    model = run.blueprint().model(actors, replies, run.progress(), run.free());
  }

  /**
   * Creates a clock that drives a run to its end.
   *
   * @param outcome completed with the model when the run is over, or with the failure
   */
  public static <R extends RunTables> Behavior<Command> create(
      PolicyRun<R> run, ActorSpawner spawner, CompletableFuture<ActorModel<R>> outcome) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var clock = new SimulationClock<>(context, run, spawner, outcome);
                  return clock.begin(timers, run);
                }));
  }

  private Behavior<Command> begin(TimerScheduler<Command> timers, PolicyRun<R> run) {
    timers.startTimerWithFixedDelay(
        new RetryTick(), run.settings().metascheduler().retryInterval());
    return advance();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Replied.class, this::onReplied)
        .onMessage(RetryTick.class, this::onRetryTick)
        .onSignal(ChildFailed.class, failed -> fail(failed.getCause()))
        .onSignal(Terminated.class, this::onTerminated)
        .build();
  }

  private Behavior<Command> advance() {
    model.advance(commands::send);
    if (commands.isEmpty()) {
      outcome.complete(model);
      return Behaviors.stopped();
    }
    return this;
  }

  private Behavior<Command> onReplied(Replied c) {
    if (!commands.answered(c.id())) {
      return this; // a repeated reply has no effect
    }
    var failure = model.replied(c.id(), c.reply(), commands::send);
    if (failure.isPresent()) {
      return fail(failure.get());
    }
    return commands.isEmpty() ? advance() : this;
  }

  /**
   * Repeats commands without a reply if nothing was sent since the last tick. After many ticks the
   * run fails, unless an actor may be planning.
   */
  private Behavior<Command> onRetryTick(RetryTick tick) {
    if (commands.sent() > sentAtLastTick) {
      sentAtLastTick = commands.sent();
      retries = 0;
      return this;
    }
    if (model.mayBePlanning() || ++retries < retriesUntilTimeout) {
      commands.repeat();
      return this;
    }
    return fail(new IllegalStateException("no answer to " + model.awaited()));
  }

  private Behavior<Command> onTerminated(Terminated gone) {
    return fail(new IllegalStateException(gone.getRef().path().name() + " ended before the run"));
  }

  private Behavior<Command> fail(Throwable why) {
    outcome.completeExceptionally(why);
    return Behaviors.stopped();
  }
}
