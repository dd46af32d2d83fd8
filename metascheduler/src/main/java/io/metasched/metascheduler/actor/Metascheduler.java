package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.metascheduler.scheduling.PlannedCycle;
import io.metasched.metascheduler.scheduling.SlotPlanning;
import io.metasched.metascheduler.scheduling.VoScheduler;
import io.metasched.metascheduler.vo.UserLedger;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.LocalMessage;
import io.metasched.resource.actor.Require;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The metascheduler of one virtual organization: takes jobs from users, and cycle after cycle
 * collects offers, plans and books.
 *
 * <p>It has phases: <i>idle</i>; <i>collecting</i> offers and deposits for a cycle;
 * <i>planning</i>, while users come and go and time goes on; <i>booking</i> the plan; whenever time
 * has come free, <i>moving</i> booked jobs; <i>ending</i> the window of a job that is withdrawn;
 * <i>making a plan</i> for an issuer who books it; and <i>closing</i>, when users say what they
 * have paid. What comes while it collects, books, moves or makes a plan waits in a stash of bounded
 * capacity; beyond it the answer is {@link Rejection#BUSY}. Each command is answered once; a
 * repeated one is answered the same and changes nothing. What a command has come to is written in
 * the journal, if there is one, before it is answered.
 *
 * <p>Where a domain, a user or its policy fails it, it answers {@link Failed} and takes nothing any
 * more. A failing child is a bug and takes it along.
 */
public final class Metascheduler {
  private Metascheduler() {}

  /** Everything a metascheduler understands. */
  public sealed interface Command {}

  /** What users say. */
  public sealed interface UserCommand extends Command, CborSerializable {
    /** Identifies the command. */
    CommandId id();

    /** The receiver of the reply. */
    ActorRef<UserReply> replyTo();
  }

  /** What the clock says. */
  public sealed interface ClockCommand extends Command, CborSerializable {
    /** Identifies the command. */
    CommandId id();

    /** The receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** A user makes himself known. Answered by {@link Joined}. */
  public record Join(
      CommandId id, int user, ActorRef<VoUser.Command> notices, ActorRef<UserReply> replyTo)
      implements UserCommand {}

  /** A user submits a job. Answered by {@link Accepted} or {@link Refused}. */
  public record Submit(CommandId id, Job job, long nowTick, ActorRef<UserReply> replyTo)
      implements UserCommand {}

  /** A user withdraws a job. Answered by {@link Withdrawn} or {@link TooLate}. */
  public record Withdraw(CommandId id, JobId job, long nowTick, ActorRef<UserReply> replyTo)
      implements UserCommand {}

  /** What users say when they are asked. */
  public sealed interface UserAnswer extends Command, CborSerializable {
    /** The question that is answered. */
    CommandId id();
  }

  /** A user has paid into its account. */
  public record Paid(CommandId id, int user, int cycle, long milli) implements UserAnswer {}

  /** A user states what it has paid. */
  public record Stated(CommandId id, int user, UserLedger.Statement statement)
      implements UserAnswer {}

  /**
   * A user has missed notices before it could state what it has paid.
   *
   * @param first the first one
   */
  public record Missed(CommandId id, int user, int first) implements UserAnswer {}

  /** A cycle begins: its snapshot is taken. Answered by {@link CycleBegun}. */
  public record BeginCycle(CommandId id, int cycle, long nowTick, ActorRef<Reply> replyTo)
      implements ClockCommand {}

  /** The cycle's plan is to be booked. Answered by {@link JobsBooked}, once it is made. */
  public record BookPlan(CommandId id, long nowTick, ActorRef<Reply> replyTo)
      implements ClockCommand {}

  /**
   * Booked jobs may move. Answered by {@link JobsBooked}.
   *
   * @param cycle the cycle that is about to begin; negative where time has come free
   * @param notBefore jobs that begin earlier stay, and none moves to an earlier start than this
   */
  public record MoveJobs(
      CommandId id, int cycle, long nowTick, long notBefore, ActorRef<Reply> replyTo)
      implements ClockCommand {
    /** Jobs may move that have not begun. */
    public MoveJobs(CommandId id, int cycle, long nowTick, ActorRef<Reply> replyTo) {
      this(id, cycle, nowTick, nowTick, replyTo);
    }
  }

  /**
   * Users submit jobs at one tick; each is taken as by {@link Submit}, in this order. Answered by
   * {@link JobsSubmitted}; with an unknown user or a job that is not new, none is taken.
   *
   * @param jobs at least one, none twice
   */
  public record SubmitJobs(CommandId id, List<Job> jobs, long nowTick, ActorRef<Reply> replyTo)
      implements ClockCommand {
    public SubmitJobs {
      jobs = List.copyOf(jobs);
      Require.differentJobs(jobs.stream().map(Job::id).toList());
    }
  }

  /**
   * Booked jobs have begun and ended. Answered by {@link Done}; with a job that is not booked, or
   * has ended before, nothing is done.
   *
   * @param jobs at least one change, in order
   */
  public record AdvanceJobs(CommandId id, List<JobChange> jobs, ActorRef<Reply> replyTo)
      implements ClockCommand {
    public AdvanceJobs {
      jobs = List.copyOf(jobs);
      Require.atLeast("jobs", 1, jobs.size());
    }
  }

  /**
   * The run is over. Answered by {@link Closed}, if users and organization agree on the money.
   *
   * @param mostEvents how much of the history may come at once, at least 1
   */
  public record Close(CommandId id, int mostEvents, ActorRef<Reply> replyTo)
      implements ClockCommand {
    public Close {
      Require.atLeast("mostEvents", 1, mostEvents);
    }
  }

  /**
   * Asks what has happened, from an event on. Answered by {@link HistoryPage}.
   *
   * @param from number of the first event, from 0
   * @param mostEvents how much may come at once, at least 1
   */
  public record QueryHistory(CommandId id, int from, int mostEvents, ActorRef<Reply> replyTo)
      implements ClockCommand {
    public QueryHistory {
      Require.atLeast("from", 0, from);
      Require.atLeast("mostEvents", 1, mostEvents);
    }
  }

  /**
   * Asks for a plan that the issuer books itself. Answered by {@link PlanReady}, or {@link Failed}.
   */
  public record MakePlan(CommandId id, SlotPlanning planning, ActorRef<Reply> replyTo)
      implements ClockCommand, LocalMessage {}

  // --- what it hears from its own children and threads

  /** Never leaves the JVM. */
  sealed interface InternalCommand extends Command {}

  record SessionEvent(CycleSession.Event event) implements InternalCommand {}

  record BookingEvent(BookingCoordinator.Event event) implements InternalCommand {}

  record PlanMade(int cycle, @Nullable PlannedCycle plan, @Nullable Throwable error)
      implements InternalCommand {}

  record MovesMade(@Nullable List<Move> moves, @Nullable Throwable error)
      implements InternalCommand {}

  record EventsPlanned(@Nullable List<FlowEvent> events, @Nullable Throwable error)
      implements InternalCommand {}

  record RetryUsers() implements InternalCommand {}

  record JournalReplied(JournalWriter.Event reply) implements InternalCommand {}

  // --- answers to users

  /** Everything users are answered; what is written down has a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Accepted.class, name = "accepted"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Withdrawn.class, name = "withdrawn"),
    @JsonSubTypes.Type(value = TooLate.class, name = "too-late")
  })
  public sealed interface UserReply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();
  }

  /** The user is known. */
  public record Joined(CommandId id) implements UserReply {}

  /** The job is in the queue. */
  public record Accepted(CommandId id, JobId job) implements UserReply {}

  /** The job can never run. */
  public record Refused(CommandId id, JobId job, RefusalReason reason) implements UserReply {}

  /** The job is withdrawn. */
  public record Withdrawn(CommandId id, JobId job) implements UserReply {}

  /** The job has its outcome already. */
  public record TooLate(CommandId id, JobId job) implements UserReply {}

  /** The command was not taken and has changed nothing. */
  public record NotTaken(CommandId id, Rejection reason) implements UserReply {}

  // --- answers to the clock

  /** Everything the clock is answered; what is written down has a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = JobsSubmitted.class, name = "jobs-submitted"),
    @JsonSubTypes.Type(value = CycleBegun.class, name = "cycle-begun"),
    @JsonSubTypes.Type(value = JobsBooked.class, name = "jobs-booked"),
    @JsonSubTypes.Type(value = Done.class, name = "done")
  })
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();
  }

  /**
   * The jobs are in the queue, but for those that can never run.
   *
   * @param refused the latter
   */
  public record JobsSubmitted(CommandId id, List<JobId> refused) implements Reply {
    public JobsSubmitted {
      refused = List.copyOf(refused);
    }
  }

  /**
   * The snapshot is taken.
   *
   * @param plans whether there is a plan to book
   * @param waits whether jobs wait in the queue
   * @param done how many jobs have their outcome
   * @param refused the jobs that the cycle has refused
   */
  public record CycleBegun(
      CommandId id, boolean plans, boolean waits, int done, List<JobId> refused) implements Reply {
    public CycleBegun {
      refused = List.copyOf(refused);
    }

    /** No job is refused. */
    public CycleBegun(CommandId id, boolean plans, boolean waits, int done) {
      this(id, plans, waits, done, List.of());
    }
  }

  /**
   * The plan is booked, or jobs have moved.
   *
   * @param bookings what is booked now
   * @param refused the jobs that the cycle has refused
   */
  public record JobsBooked(CommandId id, List<Booking> bookings, List<JobId> refused)
      implements Reply {
    public JobsBooked {
      bookings = List.copyOf(bookings);
      refused = List.copyOf(refused);
    }

    /** No job is refused. */
    public JobsBooked(CommandId id, List<Booking> bookings) {
      this(id, bookings, List.of());
    }
  }

  /** It is done; so many jobs have their outcome. */
  public record Done(CommandId id, int done) implements Reply {}

  /**
   * All that has happened.
   *
   * @param history the first events
   * @param more whether there are more, to be asked for with {@link QueryHistory}
   */
  public record Closed(
      CommandId id,
      List<FlowEvent> history,
      boolean more,
      List<CycleReport> cycles,
      Questions questions)
      implements Reply {
    public Closed {
      history = List.copyOf(history);
      cycles = List.copyOf(cycles);
    }
  }

  /**
   * What has happened.
   *
   * @param more whether there is more behind it
   */
  public record HistoryPage(CommandId id, List<FlowEvent> history, boolean more) implements Reply {
    public HistoryPage {
      history = List.copyOf(history);
    }
  }

  /**
   * How many questions were put to domains to find windows; each got one answer.
   *
   * @param forPlans to plan cycles
   * @param forMoves to move booked jobs
   */
  public record Questions(long forPlans, long forMoves) {
    /** Those of both. */
    public Questions plus(Questions other) {
      return new Questions(forPlans + other.forPlans, forMoves + other.forMoves);
    }
  }

  /**
   * A plan, of which nothing is booked yet.
   *
   * @param events what it wants, in order
   */
  public record PlanReady(CommandId id, List<FlowEvent> events) implements Reply {
    public PlanReady {
      events = List.copyOf(events);
    }
  }

  /** The command was not taken and has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** The metascheduler cannot go on. */
  public record Failed(CommandId id, Failure failure, String what) implements Reply {}

  /** Why a command was not taken. */
  public enum Rejection {
    /** More commands wait than may. */
    BUSY,
    /** The user has not joined. */
    UNKNOWN_USER,
    /** No such job was submitted here, or it is not booked. */
    UNKNOWN_JOB,
    /** A job of that id was submitted before, or it is another organization's. */
    NOT_A_NEW_JOB,
    /** No cycle is open, so there is no plan. */
    NOTHING_PLANNED,
    /** The plan of the cycle before has not been booked. */
    CYCLE_OPEN,
    /** The command is older than what is remembered: it may have been carried out already. */
    TOO_OLD,
    /** The metascheduler has failed, before or over this command. */
    BROKEN
  }

  /** What a metascheduler can fail of. */
  public enum Failure {
    /** The policy's grid is larger than it may be. */
    GRID_TOO_LARGE,
    /** The memory is not enough. */
    OUT_OF_MEMORY,
    /** The policy failed. */
    POLICY,
    /** A domain does not reply, or an owner has terminated. */
    DOMAIN_LOST,
    /** A user does not reply. */
    USER_LOST,
    /** The user's book and the organization's do not agree. */
    ACCOUNTS_DIFFER
  }

  /**
   * Creates a metascheduler without users.
   *
   * @param vo the number of its organization
   * @param scheduler makes its scheduler
   * @param domains the domains it books at
   */
  public static Behavior<Command> create(
      int vo, Supplier<VoScheduler> scheduler, Domains domains, MetaschedulerSettings settings) {
    return create(vo, scheduler, domains, settings, Journal.NONE);
  }

  /**
   * The same for a metascheduler that starts in the state that its journal leads to.
   *
   * @param journal of what its commands have come to
   */
  public static Behavior<Command> create(
      int vo,
      Supplier<VoScheduler> scheduler,
      Domains domains,
      MetaschedulerSettings settings,
      Journal journal) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    Behaviors.withStash(
                        settings.stashCapacity(),
                        stash ->
                            new ServingPhase(
                                    context,
                                    timers,
                                    stash,
                                    vo,
                                    scheduler.get(),
                                    domains,
                                    settings,
                                    journal)
                                .begin())));
  }
}
