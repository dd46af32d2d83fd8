package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.BehaviorBuilder;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.desk.Withdrawal;
import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.model.JobId;

/**
 * Users and the keeper of time are served at once: no cycle is open (idle), or a policy plans one
 * or its plan waits to be booked (planning). Where all other phases come from and lead back to.
 */
final class ServingPhase {
  private final Office office;
  private final Desk desk;
  private final Behavior<Command> idle; // made once, since it is come back to often

  ServingPhase(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StashBuffer<Command> stash,
      int vo,
      Desk desk,
      Domains domains,
      MetaschedulerSettings settings,
      Journal journal) {
    this.desk = desk;
    office =
        new Office(
            context, timers, stash, vo, desk, domains, settings, journal, () -> this.serving());
    idle = whenIdle();
  }

  private Behavior<Command> serving() {
    return office.openCycle().map(this::planning).orElse(idle);
  }

  /** No cycle is open; or what was in earlier lives is taken up first. */
  Behavior<Command> begin() {
    return office.keepsMinutes() ? new RecoveringPhase(office).begin() : idle;
  }

  private Behavior<Command> whenIdle() {
    return serving(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BeginCycle.class,
                office.fresh(c -> new CollectingPhase(office, c).begin()))
            .onMessage(
                Metascheduler.BookPlan.class,
                office.fresh(c -> office.reject(c, Rejection.NOTHING_PLANNED)))
            .onMessage(
                Metascheduler.Close.class, office.fresh(c -> new ClosingPhase(office, c).begin())));
  }

  /** The policy plans, or its plan waits to be booked. */
  private Behavior<Command> planning(OpenCycle cycle) {
    return serving(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookPlan.class,
                office.fresh(c -> new BookingPhase(office, cycle, c).begin()))
            .onMessage(
                Metascheduler.BeginCycle.class,
                office.fresh(c -> office.reject(c, Rejection.CYCLE_OPEN)))
            .onMessage(
                Metascheduler.Close.class,
                office.fresh(c -> office.reject(c, Rejection.CYCLE_OPEN))));
  }

  private Behavior<Command> serving(BehaviorBuilder<Command> phase) {
    return office.receptive(
        phase
            .onMessage(Metascheduler.Submit.class, office.fresh(this::onSubmit))
            .onMessage(Metascheduler.Withdraw.class, office.fresh(this::onWithdraw))
            .onMessage(Metascheduler.EndJob.class, office.fresh(this::onEndJob))
            .onMessage(Metascheduler.StartJob.class, office.fresh(this::onStartJob))
            .onMessage(Metascheduler.Tell.class, this::onTell)
            .onMessage(
                Metascheduler.MoveJobs.class,
                office.fresh(c -> new MovingPhase(office, c).begin())));
  }

  // --- users

  private Behavior<Command> onSubmit(Metascheduler.Submit c) {
    var id = c.job().id();
    if (!office.users.know(c.job().user())) {
      return office.reject(c, Rejection.UNKNOWN_USER);
    } else if (id.vo() != office.vo || desk.flow().knows(id)) {
      return office.reject(c, Rejection.NOT_A_NEW_JOB);
    }
    var refusal = desk.submit(c.job(), c.nowTick());
    office.users.tellNews();
    return office.conclude(
        c,
        refusal
            .<Metascheduler.UserReply>map(why -> new Metascheduler.Refused(c.id(), id, why))
            .orElseGet(() -> new Metascheduler.Accepted(c.id(), id)));
  }

  private Behavior<Command> onWithdraw(Metascheduler.Withdraw c) {
    if (!desk.flow().knows(c.job())) {
      return office.reject(c, Rejection.UNKNOWN_JOB);
    }
    var withdrawal = desk.withdrawal(c.job(), c.nowTick());
    if (withdrawal.isEmpty()) {
      return office.conclude(c, new Metascheduler.TooLate(c.id(), c.job()));
    }
    var window = withdrawal.get().window();
    if (window.isEmpty()) {
      return withdraw(withdrawal.get(), c);
    }
    office.book(new Booker.End(c.job(), window.get(), c.nowTick()));
    return ending(withdrawal.get(), c);
  }

  /** A booked job is withdrawn: its window is ended. */
  private Behavior<Command> ending(Withdrawal withdrawal, Metascheduler.Withdraw c) {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookerTold.class, told -> onEnded(told.event(), withdrawal, c)));
  }

  private Behavior<Command> onEnded(
      Booker.Event event, Withdrawal withdrawal, Metascheduler.Withdraw c) {
    if (event instanceof Booker.Ended) {
      return withdraw(withdrawal, c);
    }
    office.reject(c, Rejection.BROKEN);
    return office.breakDown();
  }

  private Behavior<Command> withdraw(Withdrawal withdrawal, Metascheduler.Withdraw c) {
    desk.withdraw(withdrawal, c.nowTick());
    office.users.tellNews();
    return office.conclude(c, new Metascheduler.Withdrawn(c.id(), c.job()));
  }

  // --- jobs that run

  private boolean isBooked(JobId job) {
    return desk.flow().knows(job) && desk.flow().job(job).status() == JobStatus.BOOKED;
  }

  private Behavior<Command> onStartJob(Metascheduler.StartJob c) {
    if (!isBooked(c.job())) {
      return office.reject(c, Rejection.UNKNOWN_JOB);
    }
    office.users.tellStarted(c.job(), c.nowTick());
    return done(c);
  }

  private Behavior<Command> onEndJob(Metascheduler.EndJob c) {
    if (!isBooked(c.job())) {
      return office.reject(c, Rejection.UNKNOWN_JOB);
    }
    desk.finish(c.job(), c.stopped(), c.refunds(), c.nowTick());
    office.users.tellNews();
    return done(c);
  }

  private Behavior<Command> done(Metascheduler.KeeperCommand c) {
    return office.conclude(c, new Metascheduler.Done(c.id(), desk.flow().doneCount()));
  }

  /** It changes nothing, so it may be asked again. */
  private Behavior<Command> onTell(Metascheduler.Tell c) {
    office.answers.tell(c, office.told(c.id(), c.from(), c.mostEvents()));
    return Behaviors.same();
  }
}
