package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.BehaviorBuilder;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.cyclic.scheduling.Withdrawal;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.model.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Phase in which users and the clock are served at once: no cycle is open (idle), or a policy plans
 * the open cycle or the plan waits to be booked (planning). All other phases start from this phase
 * and return to it.
 */
final class ServingPhase {
  private final MetaschedulerState state;
  private final VoScheduler scheduler;
  private final Behavior<Command> idle; // created once, because the phase is entered often

  ServingPhase(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StashBuffer<Command> stash,
      int vo,
      VoScheduler scheduler,
      Domains domains,
      MetaschedulerSettings settings,
      Journal journal) {
    this.scheduler = scheduler;
    state =
        new MetaschedulerState(
            context,
            timers,
            stash,
            vo,
            scheduler,
            domains,
            settings,
            journal,
            () -> this.serving());
    idle = whenIdle();
  }

  private Behavior<Command> serving() {
    return state.planning.openCycle().map(this::planning).orElse(idle);
  }

  /** Returns the first behavior: idle, or the recovery of the state from the journal. */
  Behavior<Command> begin() {
    return state.journal.isJournaled() ? new RecoveringPhase(state).begin() : idle;
  }

  private Behavior<Command> whenIdle() {
    return serving(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BeginCycle.class,
                state.phases.fresh(c -> new CollectingPhase(state, c).begin()))
            .onMessage(
                Metascheduler.BookPlan.class,
                state.phases.fresh(c -> state.phases.reject(c, Rejection.NOTHING_PLANNED)))
            .onMessage(
                Metascheduler.Close.class,
                state.phases.fresh(c -> new ClosingPhase(state, c).begin())));
  }

  /** Returns the behavior while the policy plans or the plan waits to be booked. */
  private Behavior<Command> planning(OpenCycle cycle) {
    return serving(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookPlan.class,
                state.phases.fresh(c -> new BookingPhase(state, cycle, c).begin()))
            .onMessage(
                Metascheduler.BeginCycle.class,
                state.phases.fresh(c -> state.phases.reject(c, Rejection.CYCLE_OPEN)))
            .onMessage(
                Metascheduler.Close.class,
                state.phases.fresh(c -> state.phases.reject(c, Rejection.CYCLE_OPEN))));
  }

  private Behavior<Command> serving(BehaviorBuilder<Command> phase) {
    return state.phases.receptive(
        phase
            .onMessage(Metascheduler.Submit.class, state.phases.fresh(this::onSubmit))
            .onMessage(Metascheduler.Withdraw.class, state.phases.fresh(this::onWithdraw))
            .onMessage(Metascheduler.AdvanceJobs.class, state.phases.fresh(this::onAdvanceJobs))
            .onMessage(Metascheduler.QueryHistory.class, this::onQueryHistory)
            .onMessage(
                Metascheduler.MakePlan.class,
                state.phases.fresh(c -> new MakePlanPhase(state, c).begin()))
            .onMessage(
                Metascheduler.MoveJobs.class,
                state.phases.fresh(c -> new MovingPhase(state, c).begin())));
  }

  // --- users

  private Behavior<Command> onSubmit(Metascheduler.Submit c) {
    var id = c.job().id();
    var objection = rejection(c.job());
    if (objection.isPresent()) {
      return state.phases.reject(c, objection.get());
    }
    var refusal = scheduler.submit(c.job(), c.lost(), c.nowTick());
    state.users.sendNews();
    return state.conclude(
        c,
        refusal
            .<Metascheduler.UserReply>map(why -> new Metascheduler.Refused(c.id(), id, why))
            .orElseGet(() -> new Metascheduler.Accepted(c.id(), id)));
  }

  private Optional<Rejection> rejection(Job job) {
    if (!state.users.know(job.user())) {
      return Optional.of(Rejection.UNKNOWN_USER);
    }
    boolean isNew = job.id().vo() == state.vo && !scheduler.flow().knows(job.id());
    return isNew ? Optional.empty() : Optional.of(Rejection.NOT_A_NEW_JOB);
  }

  private Behavior<Command> onWithdraw(Metascheduler.Withdraw c) {
    if (!scheduler.flow().knows(c.job())) {
      return state.phases.reject(c, Rejection.UNKNOWN_JOB);
    }
    var withdrawal = scheduler.withdrawal(c.job(), c.nowTick());
    if (withdrawal.isEmpty()) {
      return state.conclude(c, new Metascheduler.TooLate(c.id(), c.job()));
    }
    var window = withdrawal.get().window();
    if (window.isEmpty()) {
      return withdraw(withdrawal.get(), c);
    }
    state.book(new BookingCoordinator.End(c.job(), window.get(), c.nowTick()));
    return ending(withdrawal.get(), c);
  }

  /** Ends the window of a booked job that is withdrawn. */
  private Behavior<Command> ending(Withdrawal withdrawal, Metascheduler.Withdraw c) {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookingEvent.class, news -> onEnded(news.event(), withdrawal, c)));
  }

  private Behavior<Command> onEnded(
      BookingCoordinator.Event event, Withdrawal withdrawal, Metascheduler.Withdraw c) {
    if (event instanceof BookingCoordinator.Ended) {
      return withdraw(withdrawal, c);
    }
    state.phases.reject(c, Rejection.BROKEN);
    return state.breakDown();
  }

  private Behavior<Command> withdraw(Withdrawal withdrawal, Metascheduler.Withdraw c) {
    scheduler.withdraw(withdrawal, c.nowTick());
    state.users.sendNews();
    return state.conclude(c, new Metascheduler.Withdrawn(c.id(), c.job()));
  }

  // --- jobs that are submitted and run

  private Behavior<Command> onAdvanceJobs(Metascheduler.AdvanceJobs c) {
    var objection = rejection(c.jobs());
    if (objection.isPresent()) {
      return state.phases.reject(c, objection.get());
    }
    var refused = new ArrayList<JobId>();
    for (var change : c.jobs()) {
      if (change instanceof JobChange.Submitted s) {
        var refusal = scheduler.submit(s.submitted(), s.lost(), s.tick());
        refusal.ifPresent(why -> refused.add(s.job()));
      } else if (change instanceof JobChange.Ended s) {
        scheduler.finish(s.job(), s.stopped(), s.refunds(), s.tick());
      }
    }
    state.users.sendNews();
    int done = scheduler.flow().doneCount();
    return state.conclude(c, new Metascheduler.Done(c.id(), done, refused));
  }

  private Optional<Rejection> rejection(List<JobChange> changes) {
    var over = new TreeSet<JobId>(); // jobs to which later changes in the list must not refer
    for (var change : changes) {
      var objection = rejection(change, over.contains(change.job()));
      if (objection.isPresent()) {
        return objection;
      } else if (!(change instanceof JobChange.Started)) {
        over.add(change.job());
      }
    }
    return Optional.empty();
  }

  private Optional<Rejection> rejection(JobChange change, boolean isOver) {
    if (change instanceof JobChange.Submitted s) {
      return isOver ? Optional.of(Rejection.NOT_A_NEW_JOB) : rejection(s.submitted());
    }
    boolean isBooked = scheduler.flow().isBooked(change.job()) && !isOver;
    return isBooked ? Optional.empty() : Optional.of(Rejection.UNKNOWN_JOB);
  }

  /** Answers a query for the history; not cached, because the query changes nothing. */
  private Behavior<Command> onQueryHistory(Metascheduler.QueryHistory c) {
    if (state.journal.hasHistory()) {
      state.answers.send(c, state.journal.page(c.id(), c.from(), c.mostEvents()));
      return Behaviors.same();
    }
    return state.withHistory(
        () -> {
          state.answers.send(c, state.journal.page(c.id(), c.from(), c.mostEvents()));
          return state.phases.rest();
        });
  }
}
