package io.metasched.simulation.actor;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor system in which plays are given, one after the other. It starts in the background when
 * it is made, and ends when it is closed.
 */
final class Playhouse implements AutoCloseable {
  /** The name of all our actor systems. */
  private static final String SYSTEM = "metasched";

  private final CompletableFuture<ActorSystem<Theatre.Give>> system;

  /** Starts an actor system. */
  @FunctionalInterface
  interface Systems {
    <T> ActorSystem<T> start(Behavior<T> guardian, String name);
  }

  Playhouse(Systems systems) {
    system = CompletableFuture.supplyAsync(() -> systems.start(Theatre.create(), SYSTEM));
  }

  /**
   * Gives a play, and waits until all its actors have stopped.
   *
   * @param keeper makes the actor that keeps the time of the play, and completes what it is given
   * @param dispatcher what runs it
   * @throws CancellationException when the thread is interrupted
   */
  <T> T give(Function<CompletableFuture<T>, Behavior<?>> keeper, DispatcherSelector dispatcher) {
    var end = new CompletableFuture<T>();
    var over = new CompletableFuture<@Nullable Void>();
    system
        .join()
        .tell(
            new Theatre.Give(
                keeper.apply(end),
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

  @Override
  public void close() {
    system
        .thenCompose(
            started -> {
              started.terminate();
              return started.getWhenTerminated();
            })
        .join();
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    var cause = e.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
