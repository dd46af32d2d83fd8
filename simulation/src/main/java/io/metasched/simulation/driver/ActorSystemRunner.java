package io.metasched.simulation.driver;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Actor system that executes one run after another. It starts in the background when it is created,
 * and terminates when it is closed.
 */
public final class ActorSystemRunner implements AutoCloseable {
  /** Name of all actor systems of the program. */
  public static final String SYSTEM = "metasched";

  private static final int SECONDS_TO_END = 30;

  private final CompletableFuture<ActorSystem<SimulationGuardian.StartRun>> system;

  /** Factory of actor systems. */
  @FunctionalInterface
  public interface Systems {
    /** Starts an actor system with a guardian and a name. */
    <T> ActorSystem<T> start(Behavior<T> guardian, String name);
  }

  /** Starts an actor system in the background. */
  public ActorSystemRunner(Systems systems) {
    system =
        CompletableFuture.supplyAsync(() -> systems.start(SimulationGuardian.create(), SYSTEM));
  }

  /**
   * Returns the actor system; waits until it has started.
   *
   * @throws RuntimeException the failure that prevented its start
   */
  public ActorSystem<?> system() {
    try {
      return system.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /**
   * Executes a run, and waits until all its actors have stopped.
   *
   * @param clock creates the clock of the run, which completes the future with the result
   * @param dispatcher dispatcher of the clock
   * @throws CancellationException if the thread is interrupted
   */
  public <T> T run(
      Function<CompletableFuture<T>, Behavior<?>> clock, DispatcherSelector dispatcher) {
    var end = new CompletableFuture<T>();
    var over = new CompletableFuture<@Nullable Void>();
    system
        .join()
        .tell(
            new SimulationGuardian.StartRun(
                clock.apply(end),
                dispatcher,
                () -> {
                  end.completeExceptionally(new IllegalStateException("the run ended early"));
                  over.complete(null);
                }));
    try {
      var ended = end.get();
      over.get();
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw unwrapped(e);
    }
  }

  /**
   * Terminates the actor system; waits up to 30 s. A system that could not start for lack of memory
   * may never report that.
   */
  @Override
  public void close() {
    try {
      system
          .thenCompose(
              started -> {
                started.terminate();
                return started.getWhenTerminated();
              })
          .orTimeout(SECONDS_TO_END, TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw e;
      }
    }
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    var cause = e.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
