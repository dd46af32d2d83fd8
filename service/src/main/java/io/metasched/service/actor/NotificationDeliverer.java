package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.service.actor.DeliveryListener.Outcome;
import io.metasched.service.book.Recorded;
import io.metasched.service.notice.NoticeBoard;
import io.metasched.service.notice.NoticeWords;
import io.metasched.service.notice.Outbox;
import io.metasched.service.store.BookKeeper;
import io.metasched.service.store.DeliveryCursors.Progress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Sender of the notifications in the outbox. A notification may be sent again after a failure or a
 * crash, with the same number; none is lost, because progress is stored after a delivery.
 */
public final class NotificationDeliverer extends AbstractBehavior<NotificationDeliverer.Command> {
  private static final Duration CHECK = Duration.ofMillis(100);
  private static final Duration CHECKPOINT = Duration.ofSeconds(30);
  private static final int EVENTS_AT_ONCE = 1000;

  /** Messages of the deliverer. */
  public sealed interface Command {}

  private record Tick() implements Command {}

  private record Checkpoint() implements Command {}

  private record Passed(@Nullable List<Recorded> events) implements Command {}

  private record Refilled(Outbox.Refill asked, @Nullable List<Recorded> events)
      implements Command {}

  private record Ended(Outbox.Delivery delivery, Optional<String> failure) implements Command {}

  private record Stored() implements Command {}

  /**
   * Dependencies of the deliverer.
   *
   * @param board receives the present deliveries
   */
  public record Setup(
      BookKeeper keeper,
      Outbox outbox,
      NoticeBoard board,
      WebhookClient webhooks,
      MailCommand mails,
      DeliveryListener listener,
      Clock clock) {}

  private final Setup setup;
  private final BookKeeper keeper;
  private final Outbox outbox;
  private final Executor blocking;
  private boolean isReading;
  private boolean isRefilling;
  private boolean isStoring;
  private boolean isCheckpointDue;

  private NotificationDeliverer(
      ActorContext<Command> context, TimerScheduler<Command> timers, Setup setup) {
    super(context);
    this.setup = setup;
    keeper = setup.keeper();
    outbox = setup.outbox();
    blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
    timers.startTimerWithFixedDelay(new Tick(), CHECK);
    timers.startTimerWithFixedDelay(new Checkpoint(), CHECKPOINT);
  }

  /** Creates a deliverer. */
  public static Behavior<Command> create(Setup setup) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new NotificationDeliverer(context, timers, setup)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(Checkpoint.class, this::onCheckpoint)
        .onMessage(Passed.class, this::onPassed)
        .onMessage(Refilled.class, this::onRefilled)
        .onMessage(Ended.class, this::onEnded)
        .onMessage(Stored.class, this::onStored)
        .build();
  }

  private Behavior<Command> onTick(Tick tick) {
    if (keeper.isWritable()) { // only the writer of the book delivers
      read();
      deliver();
    }
    setup.board().publish(outbox.status(), outbox.undelivered(keeper.state().seq()));
    return this;
  }

  private Behavior<Command> onCheckpoint(Checkpoint checkpoint) {
    isCheckpointDue = true;
    store();
    return this;
  }

  private void read() {
    if (!isReading && outbox.passed() < keeper.state().seq()) {
      var recent = keeper.recentEvents(outbox.passed(), EVENTS_AT_ONCE);
      recent.ifPresent(events -> outbox.pass(events, keeper.state()));
      if (recent.isEmpty()) {
        isReading = true;
        getContext().pipeToSelf(stored(outbox.passed()), (events, error) -> new Passed(events));
      }
    }
    if (!isRefilling) {
      outbox
          .refill()
          .ifPresent(
              asked -> {
                isRefilling = true;
                getContext()
                    .pipeToSelf(
                        stored(asked.after()), (events, error) -> new Refilled(asked, events));
              });
    }
  }

  private CompletionStage<List<Recorded>> stored(long after) {
    return CompletableFuture.supplyAsync(() -> keeper.events(after, EVENTS_AT_ONCE), blocking);
  }

  private Behavior<Command> onPassed(Passed passed) {
    isReading = false;
    var events = passed.events();
    if (events != null) { // otherwise, the next tick reads again
      outbox.pass(events, keeper.state());
      read();
    }
    return this;
  }

  private Behavior<Command> onRefilled(Refilled refilled) {
    isRefilling = false;
    var events = refilled.events();
    if (events != null) {
      outbox.refill(refilled.asked(), events, keeper.state(), setup.clock().instant());
      read();
    }
    return this;
  }

  private void deliver() {
    for (var delivery : outbox.take(setup.clock().instant())) {
      getContext()
          .pipeToSelf(
              send(delivery),
              (failure, error) ->
                  new Ended(delivery, failure == null ? Optional.of("no answer") : failure));
    }
    store();
  }

  private CompletionStage<Optional<String>> send(Outbox.Delivery delivery) {
    if (delivery.isMail()) {
      return setup.mails().send(NoticeWords.mail(delivery.notice()));
    }
    return keeper
        .state()
        .webhooks()
        .get(delivery.receiver())
        .map(webhook -> setup.webhooks().post(webhook, delivery, setup.clock().instant()))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.of("it was deleted")));
  }

  private Behavior<Command> onEnded(Ended ended) {
    var delivery = ended.delivery();
    var failure = ended.failure();
    var now = setup.clock().instant();
    if (failure.isEmpty()) {
      outbox.delivered(delivery, now);
      setup.listener().ended(delivery.isMail(), Outcome.DELIVERED, 1);
    } else {
      double jitter = ThreadLocalRandom.current().nextDouble();
      int givenUp = outbox.failed(delivery, failure.get(), now, jitter);
      setup.listener().ended(delivery.isMail(), Outcome.FAILED, 1);
      setup.listener().ended(delivery.isMail(), Outcome.GIVEN_UP, givenUp);
    }
    if (keeper.isWritable()) {
      deliver();
    }
    return this;
  }

  /** Stores the progress; after a failure, the next checkpoint stores it. */
  private void store() {
    if (isStoring || !keeper.isWritable()) {
      return;
    }
    var cursors = keeper.cursors();
    Runnable write;
    if (isCheckpointDue) {
      isCheckpointDue = false;
      var all = new Progress(outbox.passed(), outbox.cursors());
      write = () -> cursors.write(all);
    } else {
      var changed = outbox.changedCursors();
      if (changed.isEmpty()) {
        return;
      }
      write = () -> cursors.write(changed);
    }
    isStoring = true;
    getContext()
        .pipeToSelf(CompletableFuture.runAsync(write, blocking), (done, error) -> new Stored());
  }

  private Behavior<Command> onStored(Stored stored) {
    isStoring = false;
    store();
    return this;
  }
}
