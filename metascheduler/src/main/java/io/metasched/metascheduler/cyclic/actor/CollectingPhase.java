package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;
import io.metasched.metascheduler.model.Deposit;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Phase at the start of a cycle: the domains open their sessions and the users pay in. When all
 * have answered, the batch is selected, and the policy begins to plan it.
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
    session = state.openSession(horizon, now, state.planQuestions);
  }

  Behavior<Command> begin() {
    if (!state.scheduler.rules().unlimitedAccounts()) {
      state.askUsers((id, user) -> new VoUser.PayIn(id, command.cycle(), state.self()));
    }
    return state.busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.SessionEvent.class, news -> onSessionEvent(news.event()))
            .onMessage(Metascheduler.Paid.class, this::onPaid)
            .onMessage(
                Metascheduler.RetryUsers.class,
                tick -> state.usersTimedOut() ? onUsersTimedOut() : Behaviors.same()));
  }

  private Behavior<Command> onSessionEvent(CycleSession.Event event) {
    if (!event.session().equals(session.id())) {
      return Behaviors.same();
    } else if (event instanceof CycleSession.Broken broken) {
      return state.fail(command, Failure.DOMAIN_LOST, broken.why());
    }
    offers = (CycleSession.Opened) event;
    return planOnceCollected();
  }

  private Behavior<Command> onPaid(Metascheduler.Paid paid) {
    if (state.users.answered(paid.id())) {
      deposits.put(paid.user(), new Deposit(paid.user(), paid.milli()));
    }
    return planOnceCollected();
  }

  private Behavior<Command> onUsersTimedOut() {
    state.close(session);
    return state.failForUsers(command);
  }

  private Behavior<Command> planOnceCollected() {
    var opened = offers;
    return opened == null || !state.usersHaveAnswered() ? Behaviors.same() : plan(opened);
  }

  private Behavior<Command> plan(CycleSession.Opened opened) {
    var scheduler = state.scheduler;
    var batch = scheduler.open(command.cycle(), command.nowTick(), List.copyOf(deposits.values()));
    boolean plans = !batch.jobs().isEmpty();
    if (plans) {
      state.plan(batch, session, opened);
    } else {
      state.leave(session);
    }
    state.users.sendNews();
    boolean waits = !scheduler.flow().waiting().isEmpty();
    int done = scheduler.flow().doneCount();
    var refused = scheduler.refused(command.cycle());
    return state.conclude(
        command, new Metascheduler.CycleBegun(command.id(), plans, waits, done, refused));
  }
}
