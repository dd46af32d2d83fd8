package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.BehaviorBuilder;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.japi.function.Function;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.ClockCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Reply;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserReply;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.resource.actor.journal.Journal;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shared state of the phases of a metascheduler: its scheduler, its users, its children, and the
 * results of commands. Part of the actor, and confined to it.
 */
final class MetaschedulerState {
  final int vo;
  final VoScheduler scheduler;
  final Domains domains;
  final Users users;
  final CommandReplies answers;
  final MetaschedulerJournal journal;
  final Planning planning;
  final Phases phases;

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final MetaschedulerSettings settings;
  private final ActorRef<BookingCoordinator.Event> coordinatorEvents;
  private @Nullable ActorRef<BookingCoordinator.Command> coordinator;
  private long bookings;
  private boolean isConcluded;

  /**
   * @param written journal of the events
   * @param serving supplier of the phase in which users are served, evaluated at each use
   */
  MetaschedulerState(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StashBuffer<Command> stash,
      int vo,
      VoScheduler scheduler,
      Domains domains,
      MetaschedulerSettings settings,
      Journal written,
      Supplier<Behavior<Command>> serving) {
    this.context = context;
    this.timers = timers;
    this.vo = vo;
    this.scheduler = scheduler;
    this.domains = domains;
    this.settings = settings;
    users = new Users(scheduler.flow(), vo, timers, settings);
    answers = new CommandReplies(settings.cachedReplies());
    phases = new Phases(context, vo, stash, answers, this::watching, serving);
    coordinatorEvents =
        context.messageAdapter(BookingCoordinator.Event.class, Metascheduler.BookingEvent::new);
    journal = new MetaschedulerJournal(context, written, scheduler, settings.cachedReplies());
    // the sessions and the coordinator are different issuers, because each of them counts its
    // commands
    planning = new Planning(context, scheduler, domains, 2 * vo + 1, settings);
  }

  ActorRef<Command> self() {
    return context.getSelf();
  }

  /** Sends the booking coordinator a command; its reply is a {@link BookingCoordinator.Event}. */
  void book(BookingCoordinator.Command command) {
    if (coordinator == null) {
      coordinator =
          context.spawn(
              BookingCoordinator.create(domains, 2 * vo, bookings, settings, coordinatorEvents),
              "booking-coordinator",
              DispatcherSelector.sameAsParent());
      context.watch(coordinator);
    }
    bookings++;
    coordinator.tell(command);
  }

  // --- results of commands

  /**
   * Writes the result of a command, answers it, and returns to the phase in which users are served.
   */
  Behavior<Command> conclude(UserCommand command, UserReply reply) {
    return conclude(reply, null, () -> answers.give(command, reply));
  }

  /**
   * Writes the result of a command of the clock, answers it, and returns to the phase in which
   * users are served.
   */
  Behavior<Command> conclude(ClockCommand command, Reply reply) {
    return conclude(null, reply, () -> answers.give(command, reply));
  }

  private Behavior<Command> conclude(
      @Nullable UserReply toUser, @Nullable Reply toClock, Runnable answer) {
    if (!journal.isJournaled()) {
      concluded(answer);
      return phases.stayOrRest();
    }
    isConcluded = false;
    var cycle = planning.openCycle().map(open -> open.opened).orElse(null);
    journal.concluded(toUser, toClock, cycle, counts(), () -> concluded(answer));
    users.forgetHistory();
    return awaitJournal(() -> isConcluded, phases::rest);
  }

  private MetaschedulerEvent.Counts counts() {
    return new MetaschedulerEvent.Counts(
        bookings,
        planning.sessions(),
        users.asked(),
        planning.planQuestions.sum(),
        planning.moveQuestions.sum());
  }

  private void concluded(Runnable answer) {
    isConcluded = true;
    planning.closeLeft();
    answer.run();
  }

  /** Continues when the history is in memory; a journaled metascheduler reads it first. */
  Behavior<Command> withHistory(Supplier<Behavior<Command>> then) {
    if (journal.hasHistory()) {
      return then.get();
    }
    journal.readHistory();
    return awaitJournal(journal::hasHistory, then);
  }

  /** Waits for replies of the journal until a condition is met, then continues. */
  private Behavior<Command> awaitJournal(
      BooleanSupplier condition, Supplier<Behavior<Command>> then) {
    return phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.JournalReplied.class,
                reply -> {
                  journal.onReply(reply.reply());
                  return condition.getAsBoolean() ? then.get() : Behaviors.same();
                }));
  }

  void restore(MetaschedulerEvent.Snapshot from) {
    journal.restore(from);
    answers.restore(from.answers());
    users.restore(from);
    bookings = from.counts().bookings();
    planning.restore(from.counts());
  }

  // --- handlers common to all phases

  private BehaviorBuilder<Command> watching(BehaviorBuilder<Command> phase) {
    return phase
        .onMessage(Metascheduler.PlanMade.class, this::onPlanMade)
        .onMessage(Metascheduler.Join.class, this::onJoin)
        .onMessage(Metascheduler.JournalReplied.class, this::onJournalReplied)
        .onSignal(ChildFailed.class, MetaschedulerState::onChildFailed)
        .onSignal(Terminated.class, this::onTerminated);
  }

  private Behavior<Command> onPlanMade(Metascheduler.PlanMade made) {
    planning.planMade(made);
    return Behaviors.same();
  }

  /** Lets a user join, or join again, in any phase. */
  private Behavior<Command> onJoin(Metascheduler.Join c) {
    users.join(c.user(), c.notices());
    journal.userJoined(c, () -> c.replyTo().tell(new Metascheduler.Joined(c.id())));
    return Behaviors.same();
  }

  /** Processes a reply of the journal: an event is written, or cannot be written. */
  Behavior<Command> onJournalReplied(Metascheduler.JournalReplied reply) {
    journal.onReply(reply.reply());
    return Behaviors.same();
  }

  private static Behavior<Command> onChildFailed(ChildFailed child) {
    throw new IllegalStateException("%s has failed".formatted(child.getRef()), child.getCause());
  }

  private Behavior<Command> onTerminated(Terminated stopped) {
    planning.sessionStopped();
    return Behaviors.same();
  }

  /**
   * Returns a handler for the opening of a session. If the session breaks, the command fails. An
   * event of another session, such as the session of the open cycle, is ignored, because the plan
   * of that session will report a failure.
   */
  Function<Metascheduler.SessionEvent, Behavior<Command>> onOpened(
      SessionLink session,
      ClockCommand command,
      Function<CycleSession.Opened, Behavior<Command>> then) {
    return news -> {
      if (!news.event().session().equals(session.id())) {
        return Behaviors.same();
      } else if (news.event() instanceof CycleSession.Broken broken) {
        return fail(command, Failure.DOMAIN_LOST, broken.why());
      }
      return then.apply((CycleSession.Opened) news.event());
    };
  }

  // --- failures

  /** Fails: the command is answered with the failure, and all later commands are rejected. */
  Behavior<Command> fail(ClockCommand command, Failure failure, String what) {
    context.getLog().debug("Organization {} failed: {}", vo, what);
    answers.give(command, new Metascheduler.Failed(command.id(), failure, what));
    return breakDown();
  }

  Behavior<Command> failForUsers(ClockCommand command) {
    return fail(
        command, Failure.USER_LOST, "no answer from users %s".formatted(users.unanswered()));
  }

  /** Fails because a policy has failed. */
  Behavior<Command> planFailed(ClockCommand command, @Nullable Throwable error) {
    var cause = error instanceof CompletionException ? error.getCause() : error;
    // a policy may have wrapped the exception
    for (var e = cause; e != null; e = e.getCause()) {
      if (e instanceof GridTooLargeException) {
        return fail(command, Failure.GRID_TOO_LARGE, String.valueOf(e.getMessage()));
      } else if (e instanceof SessionFailedException) {
        return fail(command, Failure.DOMAIN_LOST, String.valueOf(e.getMessage()));
      } else if (e instanceof OutOfMemoryError) {
        return fail(command, Failure.OUT_OF_MEMORY, String.valueOf(e));
      }
    }
    var said = cause instanceof IllegalStateException ? cause.getMessage() : null;
    return fail(command, Failure.POLICY, said == null ? String.valueOf(cause) : said);
  }

  /** Stops all activity; from now on, all commands except repeated ones are rejected. */
  Behavior<Command> breakDown() {
    timers.cancelAll();
    planning.closeCycle();
    planning.closeLeft();
    return phases.next(
        Behaviors.receive(Command.class)
            .onAnyMessage(
                c -> answers.repeat(c) ? Behaviors.same() : phases.reject(c, Rejection.BROKEN))
            .onSignal(Terminated.class, stopped -> Behaviors.same())
            .build());
  }
}
