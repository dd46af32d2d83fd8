package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.RememberedAnswers;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationDemand;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A resource provider: the authority for its batch queue, its reservations and its processors.
 *
 * <p>Each command is answered exactly once. What changes something is remembered: a repeated
 * command is answered the same and changes nothing. Time comes with the commands and does not run
 * backwards: a command of an earlier tick than the last is rejected.
 */
public final class Provider extends AbstractBehavior<Provider.Command> {

  /** Everything a provider understands. */
  public sealed interface Command extends CborSerializable {
    /** Identifies the command. */
    CommandId id();

    /** The tick at which it is given. */
    long nowTick();

    /** Whom to answer. */
    ActorRef<Reply> replyTo();
  }

  /** Asks how the provider is. Answered by {@link Told}. */
  public record Tell(CommandId id, long nowTick, ActorRef<Reply> replyTo) implements Command {
    public Tell {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Puts a job into the batch queue. Answered by {@link Done}. */
  public record Submit(CommandId id, BatchJob job, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Submit {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Asks what a request would get; nothing is kept for it. Answered by {@link Offered}. */
  public record Offer(
      CommandId id, ReservationDemand request, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Offer {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Reserves processors. Answered by {@link Decided}. */
  public record Reserve(
      CommandId id,
      ReservationDemand request,
      Lateness lateness,
      long nowTick,
      ActorRef<Reply> replyTo)
      implements Command {
    public Reserve {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Gives up a reservation that has not begun. Answered by {@link Withdrawn}. */
  public record Withdraw(
      CommandId id, Reservation reservation, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Withdraw {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Begins the reservations whose time has come, then starts batch jobs. Answered by {@link
   * Started}.
   *
   * @param passes whether batch jobs are to be started
   */
  public record Start(CommandId id, boolean passes, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Start {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Batch jobs or reservations have ended by themselves; then what has reached its limit is
   * stopped. Answered by {@link Ended}.
   */
  public record End(CommandId id, List<Integer> jobs, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public End {
      jobs = List.copyOf(jobs);
      Require.tick("nowTick", nowTick);
    }
  }

  /** Everything a provider answers. */
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();

    /** The provider that answers. */
    int provider();
  }

  /** How the provider is. */
  public record Told(CommandId id, int provider, ProviderState state) implements Reply {}

  /** The job is in the queue. */
  public record Done(CommandId id, int provider) implements Reply {}

  /** What the request would get; empty if it is too large. */
  public record Offered(CommandId id, int provider, Optional<Reservation> offer) implements Reply {}

  /** The reservation is kept, or refused; and how the provider is now. */
  public record Decided(CommandId id, int provider, ReservationAnswer answer, ProviderState state)
      implements Reply {}

  /** The reservation is given up; and how the provider is now. */
  public record Withdrawn(CommandId id, int provider, ProviderState state) implements Reply {}

  /** The jobs have ended, and those at their limits are stopped. */
  public record Ended(CommandId id, int provider, List<Integer> stopped) implements Reply {
    public Ended {
      stopped = List.copyOf(stopped);
    }
  }

  /** What runs from now on: reservations, then batch jobs, by their numbers. */
  public record Started(CommandId id, int provider, List<Integer> jobs) implements Reply {
    public Started {
      jobs = List.copyOf(jobs);
    }
  }

  /** The command was not taken. */
  public record Rejected(CommandId id, int provider, Rejection reason) implements Reply {}

  private final int provider;
  private final ProviderBook book;
  private final RememberedAnswers<Reply> remembered;
  private long nowTick;

  private Provider(
      ActorContext<Command> context, int provider, ProviderBook book, int rememberedAnswers) {
    super(context);
    this.provider = provider;
    this.book = book;
    remembered = new RememberedAnswers<>(rememberedAnswers);
  }

  /**
   * Creates a provider on which nothing runs.
   *
   * @param provider its index among the providers
   * @param book makes its book, empty
   * @param rememberedAnswers answers kept for repeated commands, at least 1
   */
  public static Behavior<Command> create(
      int provider, Supplier<ProviderBook> book, int rememberedAnswers) {
    return Behaviors.setup(
        context -> new Provider(context, provider, book.get(), rememberedAnswers));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tell.class, this::onTell)
        .onMessage(Submit.class, this::onSubmit)
        .onMessage(Offer.class, this::onOffer)
        .onMessage(Reserve.class, this::onReserve)
        .onMessage(Withdraw.class, this::onWithdraw)
        .onMessage(Start.class, this::onStart)
        .onMessage(End.class, this::onEnd)
        .build();
  }

  private Behavior<Command> onTell(Tell c) {
    return answer(c, () -> new Told(c.id(), provider, book.state()));
  }

  private Behavior<Command> onSubmit(Submit c) {
    return answer(
        c,
        () -> {
          if (c.job().processors() > book.processors()) {
            return rejected(c, Rejection.TOO_LARGE);
          }
          book.submit(c.job());
          return new Done(c.id(), provider);
        });
  }

  private Behavior<Command> onOffer(Offer c) {
    return answer(c, () -> new Offered(c.id(), provider, book.offer(c.request(), nowTick)));
  }

  private Behavior<Command> onReserve(Reserve c) {
    return answer(
        c,
        () -> {
          var answer = book.reserve(c.request(), nowTick, c.lateness());
          return new Decided(c.id(), provider, answer, book.state());
        });
  }

  private Behavior<Command> onWithdraw(Withdraw c) {
    return answer(
        c,
        () -> {
          if (!book.isReserved(c.reservation())) {
            return rejected(c, Rejection.UNKNOWN_RESERVATION);
          }
          book.withdraw(c.reservation(), nowTick);
          return new Withdrawn(c.id(), provider, book.state());
        });
  }

  private Behavior<Command> onStart(Start c) {
    return answer(c, () -> new Started(c.id(), provider, book.start(nowTick, c.passes())));
  }

  private Behavior<Command> onEnd(End c) {
    return answer(
        c,
        () -> {
          if (!c.jobs().stream().allMatch(book::isRunning)) {
            return rejected(c, Rejection.UNKNOWN_JOB);
          }
          return new Ended(c.id(), provider, book.end(c.jobs(), nowTick));
        });
  }

  /** Answers a command from memory, or carries it out at its tick. */
  private Behavior<Command> answer(Command c, Supplier<Reply> carriedOut) {
    var reply =
        remembered
            .of(c.id())
            .orElseGet(
                () ->
                    remembered.isTooOld(c.id()) || c.nowTick() < nowTick
                        ? rejected(c, Rejection.TOO_OLD)
                        : carryOut(c, carriedOut));
    c.replyTo().tell(reply);
    return this;
  }

  private Reply carryOut(Command c, Supplier<Reply> command) {
    nowTick = c.nowTick();
    var reply = command.get();
    if (!(reply instanceof Rejected)) {
      remembered.remember(c.id(), reply);
    }
    return reply;
  }

  private Reply rejected(Command c, Rejection reason) {
    return new Rejected(c.id(), provider, reason);
  }
}
