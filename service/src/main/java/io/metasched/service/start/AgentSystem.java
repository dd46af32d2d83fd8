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
 * The actor system of an agent whose services are in other JVMs. When connections fail at the wrong
 * moment, Akka puts the other system into quarantine: nothing is delivered between the two until
 * one of them starts anew. That is this one, at once, since all that an agent has to know is in the
 * folders of its runs. Safe for threads.
 */
public final class AgentSystem implements AutoCloseable {
  private final Config config;
  private final Consumer<ActorSystem<?>> begin;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable ActorSystem<?> present; // guarded by this, as all below
  private boolean isClosed;

  private AgentSystem(Config config, Consumer<ActorSystem<?>> begin) {
    this.config = config;
    this.begin = begin;
  }

  /**
   * Starts one.
   *
   * @param begin what is done with each new system
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

  /** Stops, and with it the system, once this system or another one is in quarantine. */
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
                context.getLog().warn("The link to services starts anew: {}", event);
                return Behaviors.stopped();
              });
        });
  }

  /** Is completed once it was closed and has ended, or could not start anew. */
  public CompletionStage<Void> whenEnded() {
    return ended;
  }

  /** Ends it; does not wait for that. */
  @Override
  public synchronized void close() {
    isClosed = true;
    if (present != null) {
      present.terminate();
    }
  }
}
