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
 * Writes the events of one actor, whose child it is: sends it the state that the events so far lead
 * to, then a confirmation for each group of events written, in order. It keeps that state up to
 * date and stores a snapshot of it now and then, so that recovery reads one snapshot and the events
 * behind it. Where an event cannot be written, because the journal fails or another incarnation of
 * the actor has written meanwhile, it stops. Its messages never leave the JVM.
 *
 * @param <S> the state that the events lead to
 */
public final class JournalWriter<S>
    extends EventSourcedBehavior<JournalWriter.Write, CborSerializable, S> {
  private static final int SNAPSHOTS_KEPT = 2;

  /** Events are to be written, all of them or none. Answered by {@link Written}. */
  public record Write(List<CborSerializable> events) implements NoSerializationVerificationNeeded {
    public Write {
      events = List.copyOf(events);
    }
  }

  /** What the actor gets. */
  public sealed interface Event extends NoSerializationVerificationNeeded {}

  /**
   * Comes once, before all else.
   *
   * @param state a snapshot of what the events so far lead to
   * @param eventsRead how many events were read behind the last snapshot stored
   */
  public record Recovered(CborSerializable state, int eventsRead) implements Event {}

  /** The first events that were not written yet are written. */
  public record Written(int events) implements Event {}

  /** All events were read, and lead to this. */
  public record HistoryRead(Object history) implements Event {}

  /** Nothing will be written any more, or not all could be read. */
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

  /** Events stay, since history is read from them; older snapshots go. */
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
