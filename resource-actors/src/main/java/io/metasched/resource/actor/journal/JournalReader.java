package io.metasched.resource.actor.journal;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotSelectionCriteria;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.Recovery;
import akka.persistence.typed.javadsl.SignalHandler;
import io.metasched.resource.actor.CborSerializable;

/**
 * Actor that reads all events of its parent from the first one on, sends it the resulting state,
 * and stops. It writes nothing. Its messages never leave the JVM.
 *
 * @param <S> type of the state
 */
final class JournalReader<S> extends EventSourcedBehavior<JournalReader.Stop, CborSerializable, S> {

  /** Request to stop. */
  record Stop() implements NoSerializationVerificationNeeded {}

  private final EventFold<S> fold;
  private final ActorRef<JournalWriter.Event> owner;
  private final ActorRef<Stop> self;

  private JournalReader(
      String id, EventFold<S> fold, ActorRef<JournalWriter.Event> owner, ActorRef<Stop> self) {
    super(PersistenceId.ofUniqueId(id));
    this.fold = fold;
    this.owner = owner;
    this.self = self;
  }

  static <S> Behavior<Stop> create(
      String id, EventFold<S> fold, ActorRef<JournalWriter.Event> owner) {
    return Behaviors.setup(context -> new JournalReader<>(id, fold, owner, context.getSelf()));
  }

  @Override
  public S emptyState() {
    return fold.empty();
  }

  @Override
  public CommandHandler<Stop, CborSerializable, S> commandHandler() {
    return (state, stop) -> Effect().stop();
  }

  @Override
  public EventHandler<S, CborSerializable> eventHandler() {
    return fold::apply;
  }

  @Override
  public SignalHandler<S> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            state -> {
              owner.tell(new JournalWriter.HistoryRead(state));
              self.tell(new Stop());
            })
        .build();
  }

  @Override
  public Recovery recovery() {
    return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
  }
}
