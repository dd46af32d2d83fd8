package io.metasched.resource.provider.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Rejection;
import io.metasched.resource.actor.Require;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.JournaledReplies;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationDemand;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.ClusterState;
import io.metasched.resource.provider.probe.ProbeAnswer;
import io.metasched.resource.provider.probe.ReservationProbe;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actor of a resource provider: the authority for its batch queue, its reservations and its
 * processors.
 *
 * <p>Each command is answered exactly once. Answers to commands that change the state are cached: a
 * repeated command gets the same answer and changes nothing. Commands contain the time, which must
 * not decrease: a command of an earlier tick than the last one is rejected.
 *
 * <p>A provider with a {@link ReservationProbe} also answers probes: it is then the cluster
 * reservation service (CRS) of the what-if paper, in addition to the local scheduler.
 */
public final class Provider extends AbstractBehavior<Provider.Message> {
  private static final int MOST_WAITING = 10_000;

  /** Message to a provider: a command, or a reply of its journal. */
  sealed interface Message {}

  /** Command to a provider. */
  public sealed interface Command extends Message, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the tick of the command. */
    long nowTick();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Query for the state of the provider. Answered by {@link Status}. */
  public record QueryStatus(CommandId id, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public QueryStatus {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to add a job to the batch queue. Answered by {@link Done}. */
  public record Submit(CommandId id, BatchJob job, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Submit {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Query for the reservation that a request would get; nothing is reserved. Answered by {@link
   * Offered}.
   */
  public record Offer(
      CommandId id, ReservationDemand request, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Offer {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Query for the slots of a request with their availabilities; nothing is reserved. Answered by
   * {@link Probed}.
   */
  public record Probe(
      CommandId id, ReservationRequest request, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Probe {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to reserve processors. Answered by {@link Decided}. */
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

  /** Request to withdraw a reservation that has not begun. Answered by {@link Withdrawn}. */
  public record Withdraw(
      CommandId id, Reservation reservation, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Withdraw {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Request to begin the reservations that are due, then to start batch jobs. Answered by {@link
   * Started}.
   *
   * @param passes whether batch jobs are started
   */
  public record Start(CommandId id, boolean passes, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Start {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Report that batch jobs or reservations have ended by themselves. The provider then stops the
   * others that have reached their limits. Answered by {@link Ended}.
   */
  public record End(CommandId id, List<Integer> jobs, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public End {
      jobs = List.copyOf(jobs);
      Require.tick("nowTick", nowTick);
    }
  }

  private record JournalReplied(JournalWriter.Event reply) implements Message {}

  /** Reply of a provider; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Status.class, name = "status"),
    @JsonSubTypes.Type(value = Done.class, name = "done"),
    @JsonSubTypes.Type(value = Offered.class, name = "offered"),
    @JsonSubTypes.Type(value = Probed.class, name = "probed"),
    @JsonSubTypes.Type(value = Decided.class, name = "decided"),
    @JsonSubTypes.Type(value = Withdrawn.class, name = "withdrawn"),
    @JsonSubTypes.Type(value = Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = Started.class, name = "started")
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();

    /** Returns the index of the provider. */
    int provider();
  }

  /** State of the provider. */
  public record Status(CommandId id, int provider, ProviderState state) implements Reply {}

  /** Confirmation that the job is in the queue. */
  public record Done(CommandId id, int provider) implements Reply {}

  /** Reservation that the request would get; empty if the request is too large. */
  public record Offered(CommandId id, int provider, Optional<Reservation> offer) implements Reply {}

  /** Slots that the request may get. */
  public record Probed(CommandId id, int provider, ProbeAnswer answer) implements Reply {}

  /** Acceptance or refusal of the reservation, with the resulting state of the provider. */
  public record Decided(CommandId id, int provider, ReservationAnswer answer, ProviderState state)
      implements Reply {}

  /** Confirmation that the reservation is withdrawn, with the resulting state of the provider. */
  public record Withdrawn(CommandId id, int provider, ProviderState state) implements Reply {}

  /**
   * Confirmation that the jobs have ended, with the numbers of the jobs stopped at their limits.
   */
  public record Ended(CommandId id, int provider, List<Integer> stopped) implements Reply {
    public Ended {
      stopped = List.copyOf(stopped);
    }
  }

  /** Numbers of the started reservations, followed by the numbers of the started batch jobs. */
  public record Started(CommandId id, int provider, List<Integer> jobs) implements Reply {
    public Started {
      jobs = List.copyOf(jobs);
    }
  }

  /** Rejection of a command, which was not executed. */
  public record Rejected(CommandId id, int provider, Rejection reason) implements Reply {}

  private final int provider;
  private final ProviderBook book;
  private final @Nullable ReservationProbe probe;
  private final EventLog eventLog;
  private final JournaledReplies<Reply> replies;
  private long nowTick;
  private @Nullable ClusterState probed; // current state of the book; null if possibly changed

  private Provider(
      ActorContext<Message> context,
      int provider,
      ProviderBook book,
      Optional<ReservationProbe> probe,
      int cachedReplies,
      EventLog eventLog) {
    super(context);
    this.provider = provider;
    this.book = book;
    this.probe = probe.orElse(null);
    this.eventLog = eventLog;
    replies = new JournaledReplies<>(eventLog, cachedReplies, Reply::id);
  }

  /**
   * Creates a provider without jobs; it recovers from its journal.
   *
   * @param provider index of the provider
   * @param book supplier of an empty book
   * @param cachedReplies number of replies cached for repeated commands, at least 1
   * @param journal journal of its events
   */
  public static Behavior<Command> create(
      int provider, Supplier<ProviderBook> book, int cachedReplies, Journal journal) {
    return create(provider, book, Optional.empty(), cachedReplies, journal);
  }

  /**
   * Creates a provider that may answer probes.
   *
   * @param probe method by which the provider answers probes; if empty, probes are rejected
   */
  public static Behavior<Command> create(
      int provider,
      Supplier<ProviderBook> book,
      Optional<ReservationProbe> probe,
      int cachedReplies,
      Journal journal) {
    Behavior<Message> behavior =
        Behaviors.setup(
            context -> {
              var fold = new ProviderFold(cachedReplies);
              var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
              var fresh =
                  new Provider(context, provider, book.get(), probe, cachedReplies, eventLog);
              return eventLog.isJournaled()
                  ? Recovery.await(
                      MOST_WAITING, JournalReplied.class, JournalReplied::reply, fresh::recovered)
                  : fresh;
            });
    return behavior.narrow();
  }

  private Behavior<Message> recovered(CborSerializable state) {
    var from = (ProviderEvent.Snapshot) state;
    nowTick = from.nowTick();
    book.restore(from.book(), nowTick);
    replies.restore(from.forgotten(), from.replies());
    return this;
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(
            QueryStatus.class, c -> answer(c, () -> new Status(c.id(), provider, book.state())))
        .onMessage(Submit.class, c -> answer(c, () -> submit(c)))
        .onMessage(
            Offer.class,
            c -> answer(c, () -> new Offered(c.id(), provider, book.offer(c.request(), nowTick))))
        .onMessage(Probe.class, c -> answer(c, () -> probe(c)))
        .onMessage(Reserve.class, c -> answer(c, () -> reserve(c)))
        .onMessage(Withdraw.class, c -> answer(c, () -> withdraw(c)))
        .onMessage(
            Start.class,
            c -> answer(c, () -> new Started(c.id(), provider, book.start(nowTick, c.passes()))))
        .onMessage(End.class, c -> answer(c, () -> end(c)))
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Reply submit(Submit c) {
    if (c.job().processors() > book.processors()) {
      return rejected(c, Rejection.TOO_LARGE);
    }
    book.submit(c.job());
    return new Done(c.id(), provider);
  }

  private Reply probe(Probe c) {
    if (probe == null) {
      return rejected(c, Rejection.NO_PROBES);
    }
    if (probed == null || probed.nowTick() != nowTick) {
      probed = new ClusterState(book, nowTick);
    }
    return new Probed(c.id(), provider, probe.answer(c.request(), probed));
  }

  private Reply reserve(Reserve c) {
    var answer = book.reserve(c.request(), nowTick, c.lateness());
    return new Decided(c.id(), provider, answer, book.state());
  }

  private Reply withdraw(Withdraw c) {
    if (!book.isReserved(c.reservation())) {
      return rejected(c, Rejection.UNKNOWN_RESERVATION);
    }
    book.withdraw(c.reservation(), nowTick);
    return new Withdrawn(c.id(), provider, book.state());
  }

  private Reply end(End c) {
    return c.jobs().stream().allMatch(book::isRunning)
        ? new Ended(c.id(), provider, book.end(c.jobs(), nowTick))
        : rejected(c, Rejection.UNKNOWN_JOB);
  }

  private Behavior<Message> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  /** Answers a command from the cache, or executes it at its tick. */
  private Behavior<Message> answer(Command c, Supplier<Reply> executed) {
    var tooOld = rejected(c, Rejection.TOO_OLD);
    if (!replies.isNew(c.id(), c.replyTo(), tooOld)) {
      return this;
    } else if (c.nowTick() < nowTick) {
      c.replyTo().tell(tooOld);
    } else {
      nowTick = c.nowTick();
      if (!(c instanceof Probe)) {
        probed = null;
      }
      conclude(c, executed.get());
    }
    return this;
  }

  /** Answers a command after its event is written. */
  private void conclude(Command c, Reply reply) {
    if (reply instanceof Rejected) {
      c.replyTo().tell(reply);
      return;
    }
    replies.give(c.replyTo(), reply, event(c, reply));
  }

  private static ProviderEvent event(Command c, Reply reply) {
    long now = c.nowTick();
    if (c instanceof Submit submit && reply instanceof Done done) {
      return new ProviderEvent.JobQueued(now, done, submit.job());
    } else if (reply instanceof Decided decided
        && decided.answer() instanceof ReservationAnswer.Accepted accepted) {
      return new ProviderEvent.ProcessorsReserved(now, decided, accepted.reservation());
    } else if (c instanceof Withdraw withdraw && reply instanceof Withdrawn withdrawn) {
      return new ProviderEvent.ReservationWithdrawn(now, withdrawn, withdraw.reservation());
    } else if (reply instanceof Started started) {
      return new ProviderEvent.JobsStarted(now, started);
    } else if (c instanceof End end && reply instanceof Ended ended) {
      return new ProviderEvent.JobsEnded(now, ended, end.jobs());
    }
    return new ProviderEvent.QuestionAnswered(now, reply);
  }

  private Reply rejected(Command c, Rejection reason) {
    return new Rejected(c.id(), provider, reason);
  }
}
