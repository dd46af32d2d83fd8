package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.metascheduler.grid.GridChoice;
import io.metasched.metascheduler.grid.GridQueue;
import io.metasched.metascheduler.grid.GridSettings;
import io.metasched.metascheduler.grid.GridTask;
import io.metasched.metascheduler.grid.LateReservations;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.RememberedAnswers;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The upper of two levels: keeps the grid queue and sends its tasks to providers, which it asks how
 * they are and what they offer.
 *
 * <p>Each command is answered once; a repeated one is answered the same and changes nothing. One
 * dispatch is carried out at a time; what comes meanwhile is rejected as {@link Rejection#BUSY}.
 * Where a provider is lost or rejects what it is sent, the answer is {@link Failed}, now and later.
 */
public final class GridScheduler extends AbstractBehavior<GridScheduler.Command> {
  private static final int GIVER = 0;

  /** Everything the grid scheduler understands. */
  public sealed interface Command {}

  /** What others say. */
  public sealed interface Request extends Command, CborSerializable {
    /** Identifies the request. */
    CommandId id();

    /** Whom to answer. */
    ActorRef<Reply> replyTo();
  }

  /** Tasks are to join the queue, in this order. Answered by {@link Queued}. */
  public record Submit(CommandId id, List<GridTask> tasks, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public Submit {
      tasks = List.copyOf(tasks);
    }
  }

  /** What is to leave the queue now is to be sent. Answered by {@link Dispatched}. */
  public record Dispatch(CommandId id, long nowTick, ActorRef<Reply> replyTo) implements Request {}

  /**
   * Jobs have ended: late reservations are to move forward, if the policy has them do so. Answered
   * by {@link Dispatched}.
   */
  public record MoveForward(CommandId id, long nowTick, ActorRef<Reply> replyTo)
      implements Request {}

  private record ProviderAnswered(Provider.Reply reply) implements Command {}

  private record ProviderStopped(int provider) implements Command {}

  /** Everything the grid scheduler answers. */
  public sealed interface Reply extends CborSerializable {
    /** The request that is answered. */
    CommandId id();
  }

  /** The tasks are in the queue, and {@link Dispatch} is to come at this tick. */
  public record Queued(CommandId id, OptionalLong nextDispatch) implements Reply {}

  /**
   * What has left the queue is sent, or what was late has asked again.
   *
   * @param sent batch jobs
   * @param reserved requests that were accepted; in place of what was reserved for them before
   * @param declined requests that were refused
   * @param nextDispatch when the next {@link Dispatch} is to come; empty while the queue is
   */
  public record Dispatched(
      CommandId id,
      List<Sent> sent,
      List<Reserved> reserved,
      List<Declined> declined,
      OptionalLong nextDispatch)
      implements Reply {
    public Dispatched {
      sent = List.copyOf(sent);
      reserved = List.copyOf(reserved);
      declined = List.copyOf(declined);
    }
  }

  /** A batch job lies in the queue of a provider. */
  public record Sent(int job, int provider) {}

  /** A provider keeps a reservation. */
  public record Reserved(int provider, Reservation reservation) {}

  /** A request was refused. */
  public record Declined(int request, ReservationAnswer.Reason reason) {}

  /** The request was not taken and has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** The grid scheduler cannot go on. */
  public record Failed(CommandId id, String what) implements Reply {}

  /** Why a request was not taken. */
  public enum Rejection {
    /** A dispatch is being carried out. */
    BUSY,
    /** The request is older than what is remembered: it may have been carried out already. */
    TOO_OLD
  }

  private final GridChoice choice;
  private final GridQueue queue;
  private final LateReservations late;
  private final GridSettings settings;
  private final Providers providers;
  private final RememberedAnswers<Reply> remembered;
  private Optional<String> failure = Optional.empty();
  private @Nullable DispatchRound round;
  private @Nullable Request dispatch;

  private GridScheduler(
      ActorContext<Command> context,
      List<ActorRef<Provider.Command>> refs,
      GridChoice choice,
      GridSettings settings,
      int rememberedAnswers) {
    super(context);
    this.choice = choice;
    this.settings = settings;
    queue = new GridQueue(settings);
    late = new LateReservations(choice);
    remembered = new RememberedAnswers<>(rememberedAnswers);
    var answers = context.messageAdapter(Provider.Reply.class, ProviderAnswered::new);
    providers = new Providers(refs, GIVER, answers);
    for (int i = 0; i < refs.size(); i++) {
      context.watchWith(refs.get(i), new ProviderStopped(i));
    }
  }

  /**
   * Creates a grid scheduler with an empty queue.
   *
   * @param providers the providers by index
   * @param choice makes what decides
   * @param rememberedAnswers answers kept for repeated requests, at least 1
   */
  public static Behavior<Command> create(
      List<ActorRef<Provider.Command>> providers,
      Supplier<GridChoice> choice,
      GridSettings settings,
      int rememberedAnswers) {
    return Behaviors.setup(
        context ->
            new GridScheduler(context, providers, choice.get(), settings, rememberedAnswers));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Submit.class, this::onSubmit)
        .onMessage(Dispatch.class, this::onDispatch)
        .onMessage(MoveForward.class, this::onMoveForward)
        .onMessage(ProviderAnswered.class, this::onProviderAnswered)
        .onMessage(ProviderStopped.class, this::onProviderStopped)
        .build();
  }

  private Behavior<Command> onSubmit(Submit c) {
    answer(
        c,
        () -> {
          c.tasks().forEach(task -> queue.submit(task, c.nowTick()));
          return Optional.of(new Queued(c.id(), queue.nextDispatch()));
        });
    return this;
  }

  private Behavior<Command> onDispatch(Dispatch c) {
    return begin(c, c.nowTick(), fresh -> fresh.send(queue.leaving(c.nowTick())));
  }

  private Behavior<Command> onMoveForward(MoveForward c) {
    return begin(c, c.nowTick(), fresh -> fresh.move(late.takeAll(c.nowTick())));
  }

  private Behavior<Command> begin(Request c, long nowTick, Consumer<DispatchRound> what) {
    if (dispatch != null && dispatch.id().equals(c.id())) {
      dispatch = c; // repeated: whoever has said it last is answered
      return this;
    }
    answer(
        c,
        () -> {
          var fresh = new DispatchRound(nowTick, providers, choice, late, settings.lateness());
          dispatch = c;
          round = fresh;
          what.accept(fresh);
          return ended();
        });
    return this;
  }

  private Behavior<Command> onProviderAnswered(ProviderAnswered answered) {
    if (round != null && failure.isEmpty()) {
      if (answered.reply() instanceof Provider.Rejected rejected) {
        fail("provider %d rejects: %s".formatted(rejected.provider(), rejected.reason()));
      } else {
        round.answered(answered.reply());
        failure = round.failure();
      }
      tell();
    }
    return this;
  }

  private Behavior<Command> onProviderStopped(ProviderStopped stopped) {
    getContext().getLog().warn("Provider {} is lost", stopped.provider());
    fail("provider %d is lost".formatted(stopped.provider()));
    tell();
    return this;
  }

  private void fail(String what) {
    if (failure.isEmpty()) {
      failure = Optional.of(what);
    }
  }

  /** Answers the dispatch that is carried out, if it has come to its end. */
  private void tell() {
    var current = dispatch;
    if (current != null) {
      ended()
          .ifPresent(
              reply -> {
                remembered.remember(current.id(), reply);
                current.replyTo().tell(reply);
              });
    }
  }

  /** The answer to the dispatch that is carried out, which is over then. */
  private Optional<Reply> ended() {
    var current = dispatch;
    var carriedOut = round;
    if (current == null || carriedOut == null || (failure.isEmpty() && !carriedOut.isOver())) {
      return Optional.empty();
    }
    dispatch = null;
    round = null;
    return Optional.of(
        failure
            .<Reply>map(what -> new Failed(current.id(), what))
            .orElseGet(
                () ->
                    new Dispatched(
                        current.id(),
                        carriedOut.sent(),
                        carriedOut.reserved(),
                        carriedOut.declined(),
                        queue.nextDispatch())));
  }

  /** Answers a request from memory, or carries it out if that may be. */
  private void answer(Request c, Supplier<Optional<Reply>> carriedOut) {
    var known = remembered.of(c.id());
    if (known.isPresent()) {
      c.replyTo().tell(known.get());
    } else if (remembered.isTooOld(c.id())) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.TOO_OLD));
    } else if (failure.isPresent()) {
      c.replyTo().tell(new Failed(c.id(), failure.get()));
    } else if (dispatch != null) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.BUSY));
    } else {
      carriedOut
          .get()
          .ifPresent(
              reply -> {
                remembered.remember(c.id(), reply);
                c.replyTo().tell(reply);
              });
    }
  }
}
