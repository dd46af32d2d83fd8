package io.metasched.resource.actor.journal;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.SignalHandler;
import io.metasched.resource.actor.CborSerializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes for one actor, whose child it is: tells it all that was written in the past, then that
 * each new event is written, in order. Where an event cannot be written, because the journal fails
 * or another incarnation of the actor has written meanwhile, it stops. Its messages never leave the
 * JVM.
 */
public final class Scribe
    extends EventSourcedBehavior<Scribe.Write, CborSerializable, List<CborSerializable>> {

  /** An event is to be written. Answered by {@link Written}. */
  public record Write(CborSerializable event) implements NoSerializationVerificationNeeded {}

  /** What the actor is told. */
  public sealed interface Told extends NoSerializationVerificationNeeded {}

  /** All that was written before, in order; told once, before all else. */
  public record Recovered(List<CborSerializable> events) implements Told {
    public Recovered {
      events = List.copyOf(events);
    }
  }

  /** The first event that was not written yet is written. */
  public record Written() implements Told {}

  /** Nothing will be written any more. */
  public record Stopped() implements Told {}

  private static final Written WRITTEN = new Written();

  private final ActorRef<Told> owner;

  private Scribe(String id, ActorRef<Told> owner) {
    super(PersistenceId.ofUniqueId(id));
    this.owner = owner;
  }

  static Behavior<Write> create(String id, ActorRef<Told> owner) {
    return Behaviors.setup(context -> new Scribe(id, owner));
  }

  @Override
  public List<CborSerializable> emptyState() {
    return new ArrayList<>();
  }

  @Override
  public CommandHandler<Write, CborSerializable, List<CborSerializable>> commandHandler() {
    return (past, write) -> Effect().persist(write.event()).thenRun(() -> owner.tell(WRITTEN));
  }

  /** Only the past is gathered; it is told and forgotten when it is complete. */
  @Override
  public EventHandler<List<CborSerializable>, CborSerializable> eventHandler() {
    return (past, event) -> {
      if (isRecovering) {
        past.add(event);
      }
      return past;
    };
  }

  private boolean isRecovering = true;

  @Override
  public SignalHandler<List<CborSerializable>> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            past -> {
              isRecovering = false;
              owner.tell(new Recovered(past));
              past.clear();
            })
        .build();
  }
}
