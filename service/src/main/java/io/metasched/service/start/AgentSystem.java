package io.metasched.service.start;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.Behaviors;
import akka.remote.artery.QuarantinedEvent;
import akka.remote.artery.ThisActorSystemQuarantinedEvent;
import com.typesafe.config.Config;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Actor system of an agent whose services are in other JVMs. After certain connection failures,
 * Akka quarantines the other system: no messages are delivered between the two systems until one of
 * them restarts. This system restarts immediately, because the whole state of an agent is in its
 * run folders. Thread-safe.
 */
public final class AgentSystem implements AutoCloseable {
  private final Config config;
  private final Consumer<ActorSystem<?>> begin;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable ActorSystem<?> present; // guarded by this, as are all fields below
  private boolean isClosed;

  private AgentSystem(Config config, Consumer<ActorSystem<?>> begin) {
    this.config = config;
    this.begin = begin;
  }

  /**
   * Starts an actor system.
   *
   * @param begin action on each new system
   */
  static AgentSystem start(Config config, Consumer<ActorSystem<?>> begin) {
    var system = new AgentSystem(config, begin);
    system.startAnew();
    return system;
  }

  private synchronized void startAnew() {
    if (isClosed) {
      ended.complete(null);
      return;
    }
    ActorSystem<?> system = LinkSystem.start(untilQuarantine(), config, "--host, --port");
    present = system;
    var unused =
        system
            .getWhenTerminated()
            .thenRun(this::startAnew)
            .exceptionally(
                failure -> {
                  ended.completeExceptionally(failure);
                  return null;
                });
    begin.accept(system);
  }

  /**
   * Returns a guardian that stops when this system or another one is quarantined, which terminates
   * the system.
   */
  private static Behavior<Object> untilQuarantine() {
    return Behaviors.setup(
        context -> {
          var events = context.getSystem().eventStream();
          var self = context.getSelf();
          events.tell(new EventStream.Subscribe<>(QuarantinedEvent.class, self.narrow()));
          events.tell(
              new EventStream.Subscribe<>(ThisActorSystemQuarantinedEvent.class, self.narrow()));
          return Behaviors.receiveMessage(
              event -> {
                context.getLog().warn("The link to services restarts: {}", event);
                return Behaviors.stopped();
              });
        });
  }

  /** Returns a stage that completes after closing and termination, or fails if a restart fails. */
  public CompletionStage<Void> whenEnded() {
    return ended;
  }

  /** Terminates the system; does not wait for the termination. */
  @Override
  public synchronized void close() {
    isClosed = true;
    if (present != null) {
      present.terminate();
    }
  }
}
