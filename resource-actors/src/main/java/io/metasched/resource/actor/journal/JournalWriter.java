package io.metasched.resource.actor.journal;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.metasched.resource.actor.CborSerializable;
import java.util.List;

/**
 * Actor that writes the events of its parent. The writer first sends the state after the events so
 * far, then a confirmation for each group of written events, in order. It keeps the state up to
 * date and stores snapshots at intervals, so that a recovery reads one snapshot and the later
 * events. The writer stops if an event cannot be written, because the journal fails or another
 * incarnation of the actor has written meanwhile. Its messages never leave the JVM.
 *
 * @param <S> type of the state
 */
public final class JournalWriter<S>
    extends EventSourcedBehavior<JournalWriter.Write, CborSerializable, S> {
  private static final int SNAPSHOTS_KEPT = 2;

  /** Request to write events, all of them or none. Answered by {@link Written}. */
  public record Write(List<CborSerializable> events) implements NoSerializationVerificationNeeded {
    public Write {
      events = List.copyOf(events);
    }
  }

  /** Message to the parent. */
  public sealed interface Event extends NoSerializationVerificationNeeded {}

  /**
   * Recovered state, sent once, before all other messages.
   *
   * @param state snapshot of the state after the events so far
   * @param eventsRead number of events read after the last stored snapshot
   */
  public record Recovered(CborSerializable state, int eventsRead) implements Event {}

  /** Confirmation that the first {@code events} unconfirmed events are written. */
  public record Written(int events) implements Event {}

  /** Result of reading all events. */
  public record HistoryRead(Object history) implements Event {}

  /**
   * Notice that the writer will write no more events, or that the reader could not read all events.
   */
  public record Stopped() implements Event {}

  private final int snapshotEvery;
  private final StateFold<S> fold;
  private final ActorRef<Event> owner;
  private boolean isRecovering = true;
  private int eventsRead;

  private JournalWriter(String id, int snapshotEvery, StateFold<S> fold, ActorRef<Event> owner) {
    super(PersistenceId.ofUniqueId(id));
    this.snapshotEvery = snapshotEvery;
    this.fold = fold;
    this.owner = owner;
  }

  static <S> Behavior<Write> create(
      String id, int snapshotEvery, StateFold<S> fold, ActorRef<Event> owner) {
    return Behaviors.setup(context -> new JournalWriter<>(id, snapshotEvery, fold, owner));
  }

  @Override
  public S emptyState() {
    return fold.empty();
  }

  @Override
  public CommandHandler<Write, CborSerializable, S> commandHandler() {
    return (state, write) ->
        Effect()
            .persist(write.events())
            .thenRun(() -> owner.tell(new Written(write.events().size())));
  }

  @Override
  public EventHandler<S, CborSerializable> eventHandler() {
    return (state, event) -> {
      eventsRead += isRecovering ? 1 : 0;
      return fold.apply(state, event);
    };
  }

  @Override
  public SignalHandler<S> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            state -> {
              isRecovering = false;
              owner.tell(new Recovered(fold.snapshot(state), eventsRead));
            })
        .build();
  }

  /** Keeps all events, because history is read from them; deletes older snapshots. */
  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(snapshotEvery, SNAPSHOTS_KEPT);
  }

  @Override
  public SnapshotAdapter<S> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(S state) {
        return fold.snapshot(state);
      }

      @Override
      public S fromJournal(Object from) {
        return fold.restored((CborSerializable) from);
      }
    };
  }
}
