package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;
import io.metasched.metascheduler.desk.Deposit;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cycle begins: the domains open their sessions and the users pay in. When all have answered, the
 * batch is taken, and the policy begins to plan it.
 */
final class CollectingPhase {
  private final Office office;
  private final Metascheduler.BeginCycle command;
  private final SessionLink session;
  private final TreeMap<Integer, Deposit> deposits = new TreeMap<>();
  private CycleSession.@Nullable Opened offers;

  CollectingPhase(Office office, Metascheduler.BeginCycle command) {
    this.office = office;
    this.command = command;
    long now = command.nowTick();
    var rules = office.desk.rules();
    var horizon = new Span(now + rules.planningTicks(), now + rules.horizonTicks());
    session = office.openSession(horizon, now, office.planQuestions);
  }

  Behavior<Command> begin() {
    if (!office.desk.rules().unlimitedAccounts()) {
      office.askUsers((id, user) -> new VoUser.PayIn(id, command.cycle(), office.self()));
    }
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.SessionTold.class, told -> onSessionTold(told.event()))
            .onMessage(Metascheduler.Paid.class, this::onPaid)
            .onMessage(
                Metascheduler.LookWhichUsersAreSilent.class,
                look -> office.usersAreLost() ? onUsersAreLost() : Behaviors.same()));
  }

  private Behavior<Command> onSessionTold(CycleSession.Event event) {
    if (!event.session().equals(session.id())) {
      return Behaviors.same();
    } else if (event instanceof CycleSession.Broken broken) {
      return office.fail(command, Failure.DOMAIN_LOST, broken.why());
    }
    offers = (CycleSession.Opened) event;
    return planOnceCollected();
  }

  private Behavior<Command> onPaid(Metascheduler.Paid paid) {
    if (office.users.answered(paid.id())) {
      deposits.put(paid.user(), new Deposit(paid.user(), paid.milli()));
    }
    return planOnceCollected();
  }

  private Behavior<Command> onUsersAreLost() {
    office.close(session);
    return office.usersAreSilent(command);
  }

  private Behavior<Command> planOnceCollected() {
    var opened = offers;
    return opened == null || !office.usersHaveAnswered() ? Behaviors.same() : plan(opened);
  }

  private Behavior<Command> plan(CycleSession.Opened opened) {
    var desk = office.desk;
    var batch = desk.open(command.cycle(), command.nowTick(), List.copyOf(deposits.values()));
    boolean plans = !batch.jobs().isEmpty();
    if (plans) {
      office.plan(batch, session, opened);
    } else {
      office.leave(session);
    }
    office.users.tellNews();
    boolean waits = !desk.flow().waiting().isEmpty();
    int done = desk.flow().doneCount();
    return office.conclude(command, new Metascheduler.CycleBegun(command.id(), plans, waits, done));
  }
}
