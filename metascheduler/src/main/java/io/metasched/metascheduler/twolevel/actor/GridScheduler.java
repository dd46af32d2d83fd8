package io.metasched.metascheduler.twolevel.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.metascheduler.actor.Providers;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.twolevel.GridChoice;
import io.metasched.metascheduler.twolevel.GridQueue;
import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.metascheduler.twolevel.GridTask;
import io.metasched.metascheduler.twolevel.LateReservations;
import io.metasched.metascheduler.twolevel.OfferReport;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.actor.Provider;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actor of the upper level of two-level scheduling. It keeps the grid queue, asks providers for
 * their states and offers, and sends them the tasks.
 *
 * <p>Each command is answered once; a repeated command gets the same answer and changes nothing.
 * One dispatch is executed at a time; meanwhile, other requests are rejected as {@link
 * Rejection#BUSY}. If a provider has stopped or rejects a command, the current and all later
 * requests are answered by {@link Failed}.
 */
public final class GridScheduler extends AbstractBehavior<GridScheduler.Command> {
  private static final int ISSUER = 0;

  /** Command to the grid scheduler. */
  public sealed interface Command {}

  /** Request of another actor. */
  public sealed interface Request extends Command, CborSerializable {
    /** Returns the identifier of the request. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request to add tasks to the queue in the given order. Answered by {@link Queued}. */
  public record Submit(CommandId id, List<GridTask> tasks, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public Submit {
      tasks = List.copyOf(tasks);
    }
  }

  /** Request to send the tasks that leave the queue now. Answered by {@link Dispatched}. */
  public record Dispatch(CommandId id, long nowTick, ActorRef<Reply> replyTo) implements Request {}

  /**
   * Notice that jobs have ended: late reservations move forward, if the policy does so. Answered by
   * {@link Dispatched}.
   */
  public record MoveForward(CommandId id, long nowTick, ActorRef<Reply> replyTo)
      implements Request {}

  private record ProviderAnswered(Provider.Reply reply) implements Command {}

  private record ProviderStopped(int provider) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  private record RetryTick() implements Command {}

  /** Reply of the grid scheduler. */
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered request. */
    CommandId id();
  }

  /**
   * Confirmation that the tasks are in the queue; {@link Dispatch} must be sent at tick {@code
   * nextDispatch}.
   */
  public record Queued(CommandId id, OptionalLong nextDispatch) implements Reply {}

  /**
   * Result of a dispatch, or of moving late reservations.
   *
   * @param sent batch jobs
   * @param reserved accepted requests; a new reservation replaces the earlier one of the same
   *     request
   * @param declined refused requests
   * @param offered offers of providers for the requests, if they are reported
   * @param nextDispatch tick of the next {@link Dispatch}; empty while the queue is empty
   */
  public record Dispatched(
      CommandId id,
      List<Sent> sent,
      List<Reserved> reserved,
      List<Declined> declined,
      List<OfferReport> offered,
      OptionalLong nextDispatch)
      implements Reply {
    public Dispatched {
      sent = List.copyOf(sent);
      reserved = List.copyOf(reserved);
      declined = List.copyOf(declined);
      offered = List.copyOf(offered);
    }
  }

  /** Batch job in the queue of a provider. */
  public record Sent(int job, int provider) {}

  /** Reservation at a provider. */
  public record Reserved(int provider, Reservation reservation) {}

  /** Refused request. */
  public record Declined(int request, ReservationAnswer.Reason reason) {}

  /** Rejection of a request, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** Failure of the grid scheduler, after which it cannot continue. */
  public record Failed(CommandId id, String what) implements Reply {}

  /** Reason why a request was rejected. */
  public enum Rejection {
    /** Dispatch in progress. */
    BUSY,
    /** Request older than the cached replies: it may have been executed already. */
    TOO_OLD
  }

  private final GridChoice choice;
  private final GridQueue queue;
  private final LateReservations late;
  private final GridSettings settings;
  private final Providers providers;
  private final ReplyCache<Reply> replyCache;
  private final boolean reportsOffers;
  private final EventLog eventLog;
  private Optional<String> failure = Optional.empty();
  private List<GridTask> left = List.of(); // tasks that left the queue for the dispatch
  private @Nullable DispatchRound round;
  private @Nullable Request request; // in progress: being dispatched or written

  private GridScheduler(
      ActorContext<Command> context,
      List<ActorRef<Provider.Command>> refs,
      GridChoice choice,
      GridSettings settings,
      int cachedReplies,
      boolean reportsOffers,
      EventLog eventLog) {
    super(context);
    this.reportsOffers = reportsOffers;
    this.choice = choice;
    this.settings = settings;
    this.eventLog = eventLog;
    queue = new GridQueue(settings);
    late = new LateReservations(choice);
    replyCache = new ReplyCache<>(cachedReplies);
    var answers = context.messageAdapter(Provider.Reply.class, ProviderAnswered::new);
    providers = new Providers(refs, ISSUER, answers, eventLog.isJournaled());
    for (int i = 0; i < refs.size(); i++) {
      context.watchWith(refs.get(i), new ProviderStopped(i));
    }
  }

  /**
   * Creates a grid scheduler with an empty queue.
   *
   * @param providers the providers by index
   * @param choice supplier of the object that selects providers
   * @param cachedReplies number of replies cached for repeated requests, at least 1
   * @param reportsOffers whether {@link Dispatched} contains the offers
   */
  public static Behavior<Command> create(
      List<ActorRef<Provider.Command>> providers,
      Supplier<GridChoice> choice,
      GridSettings settings,
      int cachedReplies,
      boolean reportsOffers) {
    return Behaviors.setup(
        context ->
            new GridScheduler(
                context,
                providers,
                choice.get(),
                settings,
                cachedReplies,
                reportsOffers,
                EventLog.withoutJournal()));
  }

  /**
   * Creates a grid scheduler that recovers from its journal. It repeats commands that providers do
   * not answer, because messages may be dropped when a JVM is down.
   *
   * @param reportsOffers whether replies to dispatches contain the offers
   * @param bounds limits of cached replies and waiting requests, and the interval of repetitions
   * @param journal journal of its events
   */
  public static Behavior<Command> create(
      List<ActorRef<Provider.Command>> providers,
      Supplier<GridChoice> choice,
      GridSettings settings,
      MetaschedulerSettings bounds,
      boolean reportsOffers,
      Journal journal) {
    int cachedReplies = bounds.cachedReplies();
    if (journal.id() == null) {
      return create(providers, choice, settings, cachedReplies, reportsOffers);
    }
    return Behaviors.setup(
        context -> {
          var fold = new GridFold(cachedReplies);
          var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
          var fresh =
              new GridScheduler(
                  context,
                  providers,
                  choice.get(),
                  settings,
                  cachedReplies,
                  reportsOffers,
                  eventLog);
          return Behaviors.withTimers(
              timers -> {
                timers.startTimerWithFixedDelay(new RetryTick(), bounds.retryInterval());
                return Recovery.await(
                    bounds.stashCapacity(),
                    JournalReplied.class,
                    JournalReplied::reply,
                    fresh::recovered);
              });
        });
  }

  private Behavior<Command> recovered(CborSerializable state) {
    var from = (GridEvent.Snapshot) state;
    queue.restore(from.queue(), from.nextDispatch());
    late.restore(from.progress().late());
    choice.restore(from.progress().memory());
    providers.restore(from.progress().given());
    replyCache.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return this;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Submit.class, this::onSubmit)
        .onMessage(Dispatch.class, this::onDispatch)
        .onMessage(MoveForward.class, this::onMoveForward)
        .onMessage(ProviderAnswered.class, this::onProviderAnswered)
        .onMessage(ProviderStopped.class, this::onProviderStopped)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .onMessage(RetryTick.class, this::onRetryTick)
        .build();
  }

  private Behavior<Command> onSubmit(Submit c) {
    return begin(
        c,
        () -> {
          c.tasks().forEach(task -> queue.submit(task, c.nowTick()));
          var reply = new Queued(c.id(), queue.nextDispatch());
          conclude(reply, new GridEvent.TasksQueued(reply, c.tasks()));
        });
  }

  private Behavior<Command> onDispatch(Dispatch c) {
    return dispatch(
        c,
        c.nowTick(),
        fresh -> {
          left = queue.leaving(c.nowTick());
          fresh.send(left);
        });
  }

  private Behavior<Command> onMoveForward(MoveForward c) {
    return dispatch(
        c,
        c.nowTick(),
        fresh -> {
          left = List.of();
          fresh.move(late.takeAll(c.nowTick()));
        });
  }

  private Behavior<Command> dispatch(Request c, long nowTick, Consumer<DispatchRound> what) {
    return begin(
        c,
        () -> {
          var fresh =
              new DispatchRound(
                  nowTick, providers, choice, late, settings.lateness(), reportsOffers);
          round = fresh;
          what.accept(fresh);
          concludeOnceOver();
        });
  }

  /** Answers a request from the cache, or begins to execute it if possible. */
  private Behavior<Command> begin(Request c, Runnable execution) {
    var known = replyCache.of(c.id());
    if (known.isPresent()) {
      c.replyTo().tell(known.get());
    } else if (request != null && request.id().equals(c.id())) {
      request = c; // a repeated request: its last sender is answered
    } else if (replyCache.isTooOld(c.id())) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.TOO_OLD));
    } else if (failure.isPresent()) {
      c.replyTo().tell(new Failed(c.id(), failure.get()));
    } else if (request != null) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.BUSY));
    } else {
      request = c;
      execution.run();
    }
    return this;
  }

  private Behavior<Command> onProviderAnswered(ProviderAnswered answered) {
    if (!providers.answered(answered.reply().id())) {
      return this; // a repeated answer
    }
    if (round != null && failure.isEmpty()) {
      if (answered.reply() instanceof Provider.Rejected rejected) {
        fail("provider %d rejects: %s".formatted(rejected.provider(), rejected.reason()));
      } else {
        round.answered(answered.reply());
        failure = round.failure();
      }
      concludeOnceOver();
    }
    return this;
  }

  private Behavior<Command> onProviderStopped(ProviderStopped stopped) {
    getContext().getLog().warn("Provider {} has stopped", stopped.provider());
    fail("provider %d has stopped".formatted(stopped.provider()));
    concludeOnceOver();
    return this;
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  private Behavior<Command> onRetryTick(RetryTick tick) {
    providers.askAgain();
    return this;
  }

  private void fail(String what) {
    if (failure.isEmpty()) {
      failure = Optional.of(what);
    }
  }

  /** Answers the dispatch in progress, if there is one and it has ended. */
  private void concludeOnceOver() {
    var current = request;
    var over = round;
    if (current == null || over == null || (failure.isEmpty() && !over.isOver())) {
      return;
    }
    round = null;
    if (failure.isPresent()) {
      answer(new Failed(current.id(), failure.get()));
      return;
    }
    var reply =
        new Dispatched(
            current.id(),
            over.sent(),
            over.reserved(),
            over.declined(),
            over.offered(),
            queue.nextDispatch());
    var progress = new GridEvent.Progress(providers.given(), late.all(), choice.memory());
    conclude(reply, new GridEvent.TasksDispatched(reply, left, progress));
  }

  /** Answers the request in progress after its event is written. */
  private void conclude(Reply reply, GridEvent event) {
    eventLog.append(event, () -> answer(reply));
  }

  private void answer(Reply reply) {
    var current = Objects.requireNonNull(request);
    request = null;
    replyCache.add(reply.id(), reply);
    current.replyTo().tell(reply);
  }
}
