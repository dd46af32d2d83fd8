package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.model.Deposit;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Phase at the start of a cycle: the domains open their sessions, and the users make their
 * deposits. When all of them have answered, the batch is selected, and the policy begins to plan
 * it.
 */
final class CollectingPhase {
  private final MetaschedulerState state;
  private final Metascheduler.BeginCycle command;
  private final SessionLink session;
  private final TreeMap<Integer, Deposit> deposits = new TreeMap<>();
  private CycleSession.@Nullable Opened offers;

  CollectingPhase(MetaschedulerState state, Metascheduler.BeginCycle command) {
    this.state = state;
    this.command = command;
    long now = command.nowTick();
    var rules = state.scheduler.rules();
    var horizon = new Span(now + rules.planningTicks(), now + rules.horizonTicks());
    session = state.planning.openSession(horizon, now, state.planning.planQuestions);
  }

  Behavior<Command> begin() {
    if (!state.scheduler.rules().unlimitedAccounts()) {
      state.users.ask((id, user) -> new VoUser.PayIn(id, command.cycle(), state.self()));
    }
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionEvent.class, state.onOpened(session, command, this::onOpened))
            .onMessage(Metascheduler.Paid.class, this::onPaid)
            .onMessage(
                Metascheduler.RetryUsers.class,
                tick -> state.users.haveTimedOut() ? onUsersTimedOut() : Behaviors.same()));
  }

  private Behavior<Command> onOpened(CycleSession.Opened opened) {
    offers = opened;
    return planOnceCollected();
  }

  private Behavior<Command> onPaid(Metascheduler.Paid paid) {
    if (state.users.answered(paid.id())) {
      deposits.put(paid.user(), new Deposit(paid.user(), paid.milli()));
    }
    return planOnceCollected();
  }

  private Behavior<Command> onUsersTimedOut() {
    state.planning.close(session);
    return state.failForUsers(command);
  }

  private Behavior<Command> planOnceCollected() {
    var opened = offers;
    return opened == null || !state.users.haveAnswered() ? Behaviors.same() : plan(opened);
  }

  private Behavior<Command> plan(CycleSession.Opened opened) {
    var scheduler = state.scheduler;
    var batch = scheduler.open(command.cycle(), command.nowTick(), List.copyOf(deposits.values()));
    boolean plans = !batch.jobs().isEmpty();
    if (plans) {
      state.planning.plan(batch, session, opened);
    } else {
      state.planning.leave(session);
    }
    state.users.sendNews();
    boolean waits = !scheduler.flow().waiting().isEmpty();
    int done = scheduler.flow().doneCount();
    var refused = scheduler.refused(command.cycle());
    return state.conclude(
        command, new Metascheduler.CycleBegun(command.id(), plans, waits, done, refused));
  }
}
