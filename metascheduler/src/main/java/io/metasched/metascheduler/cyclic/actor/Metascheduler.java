package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.metascheduler.cyclic.scheduling.PlannedCycle;
import io.metasched.metascheduler.cyclic.scheduling.SlotPlanning;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.cyclic.vo.UserLedger;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.LocalMessage;
import io.metasched.resource.actor.Require;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actor of the metascheduler of one virtual organization. It takes jobs from users, and in each
 * cycle collects offers, plans and books.
 *
 * <p>Its phases are:
 *
 * <ul>
 *   <li><i>idle</i>;
 *   <li><i>collecting</i> offers and deposits for a cycle;
 *   <li><i>planning</i>, during which users are served and time advances;
 *   <li><i>booking</i> the plan;
 *   <li><i>moving</i> booked jobs after time has been freed;
 *   <li><i>ending</i> the window of a withdrawn job;
 *   <li><i>making a plan</i> for an issuer that books it;
 *   <li><i>closing</i>, when users state their payments.
 * </ul>
 *
 * <p>Commands that arrive in phases other than <i>idle</i> and <i>planning</i> wait in a stash of
 * bounded capacity; if the stash is full, the answer is {@link Rejection#BUSY}. Each command is
 * answered once; a repeated command gets the same answer and changes nothing. If the metascheduler
 * has a journal, the result of a command is written before the command is answered.
 *
 * <p>If a domain, a user or the policy fails, the metascheduler answers {@link Failed} and takes no
 * further commands. A failing child is a bug and stops the metascheduler, too.
 */
public final class Metascheduler {
  private Metascheduler() {}

  /** Command to a metascheduler. */
  public sealed interface Command {}

  /** Command of a user. */
  public sealed interface UserCommand extends Command, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<UserReply> replyTo();
  }

  /** Command of the clock. */
  public sealed interface ClockCommand extends Command, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request of a user to join. Answered by {@link Joined}. */
  public record Join(
      CommandId id, int user, ActorRef<VoUser.Command> notices, ActorRef<UserReply> replyTo)
      implements UserCommand {}

  /**
   * Request of a user to submit a job. Answered by {@link Accepted} or {@link Refused}.
   *
   * @param lost number of jobs that must run before the job, but never ran
   */
  public record Submit(CommandId id, Job job, long nowTick, int lost, ActorRef<UserReply> replyTo)
      implements UserCommand {}

  /** Request of a user to withdraw a job. Answered by {@link Withdrawn} or {@link TooLate}. */
  public record Withdraw(CommandId id, JobId job, long nowTick, ActorRef<UserReply> replyTo)
      implements UserCommand {}

  /** Answer of a user to a question. */
  public sealed interface UserAnswer extends Command, CborSerializable {
    /** Returns the identifier of the question. */
    CommandId id();
  }

  /** Confirmation that a user has paid into its account. */
  public record Paid(CommandId id, int user, int cycle, long milli) implements UserAnswer {}

  /** Statement of a user's payments. */
  public record Stated(CommandId id, int user, UserLedger.Statement statement)
      implements UserAnswer {}

  /**
   * Notice that a user has missed notices and could not state its payments.
   *
   * @param first number of the first missed notice
   */
  public record Missed(CommandId id, int user, int first) implements UserAnswer {}

  /** Request to begin a cycle: its snapshot is taken. Answered by {@link CycleBegun}. */
  public record BeginCycle(CommandId id, int cycle, long nowTick, ActorRef<Reply> replyTo)
      implements ClockCommand {}

  /** Request to book the cycle's plan. Answered by {@link JobsBooked} after the plan is made. */
  public record BookPlan(CommandId id, long nowTick, ActorRef<Reply> replyTo)
      implements ClockCommand {}

  /**
   * Request to move booked jobs. Answered by {@link JobsBooked}.
   *
   * @param cycle the cycle that is about to begin; negative if freed time is the reason
   * @param notBefore tick before which no moved job starts; jobs that begin earlier are not moved
   */
  public record MoveJobs(
      CommandId id, int cycle, long nowTick, long notBefore, ActorRef<Reply> replyTo)
      implements ClockCommand {
    /** Creates a request to move jobs that have not begun. */
    public MoveJobs(CommandId id, int cycle, long nowTick, ActorRef<Reply> replyTo) {
      this(id, cycle, nowTick, nowTick, replyTo);
    }
  }

  /**
   * Notice that users have submitted jobs, which are processed as after a {@link Submit}, and that
   * booked jobs have begun and ended. Answered by {@link Done}. The notice is rejected as a whole
   * if a user is unknown, a submitted job is not new, or another job is not booked or has already
   * ended.
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
   * End of the run. Answered by {@link Closed}, if the accounts of users and organization agree.
   *
   * @param mostEvents maximum number of events of the history in the reply, at least 1
   */
  public record Close(CommandId id, int mostEvents, ActorRef<Reply> replyTo)
      implements ClockCommand {
    public Close {
      Require.atLeast("mostEvents", 1, mostEvents);
    }
  }

  /**
   * Query for the history from an event on. Answered by {@link HistoryPage}.
   *
   * @param from number of the first event, from 0
   * @param mostEvents maximum number of events in the reply, at least 1
   */
  public record QueryHistory(CommandId id, int from, int mostEvents, ActorRef<Reply> replyTo)
      implements ClockCommand {
    public QueryHistory {
      Require.atLeast("from", 0, from);
      Require.atLeast("mostEvents", 1, mostEvents);
    }
  }

  /** Request for a plan that the issuer books. Answered by {@link PlanReady} or {@link Failed}. */
  public record MakePlan(CommandId id, SlotPlanning planning, ActorRef<Reply> replyTo)
      implements ClockCommand, LocalMessage {}

  // --- messages of the metascheduler's children and threads

  /** Message that never leaves the JVM. */
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

  /** Reply to a user; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Accepted.class, name = "accepted"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Withdrawn.class, name = "withdrawn"),
    @JsonSubTypes.Type(value = TooLate.class, name = "too-late")
  })
  public sealed interface UserReply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /** Confirmation that the user has joined. */
  public record Joined(CommandId id) implements UserReply {}

  /** Confirmation that the job is in the queue. */
  public record Accepted(CommandId id, JobId job) implements UserReply {}

  /** Refusal of a job that can never run. */
  public record Refused(CommandId id, JobId job, RefusalReason reason) implements UserReply {}

  /** Confirmation that the job is withdrawn. */
  public record Withdrawn(CommandId id, JobId job) implements UserReply {}

  /** Refusal to withdraw a job that already has its outcome. */
  public record TooLate(CommandId id, JobId job) implements UserReply {}

  /** Rejection of a command, which has changed nothing. */
  public record NotTaken(CommandId id, Rejection reason) implements UserReply {}

  // --- answers to the clock

  /** Reply to the clock; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = CycleBegun.class, name = "cycle-begun"),
    @JsonSubTypes.Type(value = JobsBooked.class, name = "jobs-booked"),
    @JsonSubTypes.Type(
        value = Done.class,
        names = {"done", "jobs-submitted"}) // the second name is used in older journals
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /**
   * Confirmation that the snapshot is taken.
   *
   * @param plans whether there is a plan to book
   * @param waits whether jobs wait in the queue
   * @param done number of jobs that have their outcome
   * @param refused jobs that the cycle has refused
   */
  public record CycleBegun(
      CommandId id, boolean plans, boolean waits, int done, List<JobId> refused) implements Reply {
    public CycleBegun {
      refused = List.copyOf(refused);
    }
  }

  /**
   * Confirmation that the plan is booked, or jobs have moved.
   *
   * @param bookings the new bookings
   * @param refused jobs that the cycle has refused
   */
  public record JobsBooked(CommandId id, List<Booking> bookings, List<JobId> refused)
      implements Reply {
    public JobsBooked {
      bookings = List.copyOf(bookings);
      refused = List.copyOf(refused);
    }

    /** Creates a confirmation without refused jobs. */
    public JobsBooked(CommandId id, List<Booking> bookings) {
      this(id, bookings, List.of());
    }
  }

  /**
   * Confirmation of {@link AdvanceJobs}.
   *
   * @param done number of jobs that have their outcome
   * @param refused the submitted jobs that can never run
   */
  public record Done(CommandId id, int done, List<JobId> refused) implements Reply {
    public Done {
      // absent in older journals
      refused = List.copyOf(Objects.requireNonNullElse(refused, List.of()));
    }
  }

  /**
   * Complete history of the run.
   *
   * @param history the first events
   * @param more whether there are further events, available through {@link QueryHistory}
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
   * Page of the history.
   *
   * @param more whether the history has further events after this page
   */
  public record HistoryPage(CommandId id, List<FlowEvent> history, boolean more) implements Reply {
    public HistoryPage {
      history = List.copyOf(history);
    }
  }

  /**
   * Number of questions to domains in searches for windows; each got one answer.
   *
   * @param forPlans questions to plan cycles
   * @param forMoves questions to move booked jobs
   */
  public record Questions(long forPlans, long forMoves) {
    /** Returns the sum of two counts. */
    public Questions plus(Questions other) {
      return new Questions(forPlans + other.forPlans, forMoves + other.forMoves);
    }
  }

  /**
   * Plan that is not booked.
   *
   * @param events proposed events, in order
   */
  public record PlanReady(CommandId id, List<FlowEvent> events) implements Reply {
    public PlanReady {
      events = List.copyOf(events);
    }
  }

  /** Rejection of a command, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** Failure of the metascheduler, after which it cannot continue. */
  public record Failed(CommandId id, Failure failure, String what) implements Reply {}

  /** Reason why a command was rejected. */
  public enum Rejection {
    /** Limit of waiting commands reached. */
    BUSY,
    /** User that has not joined. */
    UNKNOWN_USER,
    /** Job that was not submitted to this metascheduler, or is not booked. */
    UNKNOWN_JOB,
    /** Job with an id that was submitted before, or of another organization. */
    NOT_A_NEW_JOB,
    /** No open cycle. */
    NOTHING_PLANNED,
    /** Plan of the previous cycle not yet booked. */
    CYCLE_OPEN,
    /** Command older than the cached replies: it may have been executed already. */
    TOO_OLD,
    /** Metascheduler that failed before or during this command. */
    BROKEN
  }

  /** Cause of a failure of a metascheduler. */
  public enum Failure {
    /** Grid of the policy larger than allowed. */
    GRID_TOO_LARGE,
    /** Insufficient memory. */
    OUT_OF_MEMORY,
    /** Failure of the policy. */
    POLICY,
    /** Domain that does not reply, or owner that has terminated. */
    DOMAIN_LOST,
    /** User that does not reply. */
    USER_LOST,
    /** Difference between the accounts of a user and of the organization. */
    ACCOUNTS_DIFFER
  }

  /**
   * Creates a metascheduler without users.
   *
   * @param vo number of the organization
   * @param scheduler supplier of the scheduler
   * @param domains the domains at which the metascheduler books
   */
  public static Behavior<Command> create(
      int vo, Supplier<VoScheduler> scheduler, Domains domains, MetaschedulerSettings settings) {
    return create(vo, scheduler, domains, settings, Journal.NONE);
  }

  /**
   * Creates a metascheduler that recovers from its journal.
   *
   * @param journal journal of the results of commands
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
