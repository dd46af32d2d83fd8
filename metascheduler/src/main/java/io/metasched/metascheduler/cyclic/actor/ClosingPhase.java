package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;
import io.metasched.metascheduler.cyclic.flow.JobFlow;

/**
 * Phase at the end of the run: each user states its payments, and the metascheduler compares them.
 */
final class ClosingPhase {
  private final MetaschedulerState state;
  private final Metascheduler.Close command;

  ClosingPhase(MetaschedulerState state, Metascheduler.Close command) {
    this.state = state;
    this.command = command;
  }

  Behavior<Command> begin() {
    return state.withHistory(this::ask);
  }

  private Behavior<Command> ask() {
    state.planning.stopSessions();
    state.users.ask(
        (id, user) -> new VoUser.StateAccount(id, state.users.noticesTo(user), state.self()));
    return isOver() ? closed() : closing();
  }

  private boolean isOver() {
    return state.users.haveAnswered() && !state.planning.hasOpenSessions();
  }

  private Behavior<Command> closing() {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.Stated.class, this::onStated)
            .onMessage(Metascheduler.Missed.class, this::onMissed)
            .onMessage(
                Metascheduler.RetryUsers.class,
                tick -> state.users.haveTimedOut() ? state.failForUsers(command) : Behaviors.same())
            .onSignal(Terminated.class, this::onTerminated));
  }

  private Behavior<Command> onStated(Metascheduler.Stated stated) {
    long here = state.scheduler.flow().availableMilli(stated.user());
    long there = stated.statement().balanceMilli();
    if (state.users.answered(stated.id()) && here != there) {
      return state.fail(
          command,
          Failure.ACCOUNTS_DIFFER,
          "user %d has %d in its own ledger, but %d in the account"
              .formatted(stated.user(), there, here));
    }
    return isOver() ? closed() : Behaviors.same();
  }

  /** Repeats the notices that a user has missed. */
  private Behavior<Command> onMissed(Metascheduler.Missed missed) {
    var events = state.journal.events();
    var all =
        state.journal.isJournaled()
            ? JobFlow.replay(state.scheduler.rules().unlimitedAccounts(), events)
            : state.scheduler.flow();
    state.users.missed(missed.id(), missed.user(), missed.first(), events, all);
    return Behaviors.same();
  }

  /** Counts a stopped session; its messages to the domains have all been delivered. */
  private Behavior<Command> onTerminated(Terminated stopped) {
    state.planning.sessionStopped();
    return isOver() ? closed() : Behaviors.same();
  }

  private Behavior<Command> closed() {
    var questions =
        new Metascheduler.Questions(
            state.planning.planQuestions.sum(), state.planning.moveQuestions.sum());
    var first = state.journal.page(command.id(), 0, command.mostEvents());
    state.answers.give(
        command,
        new Metascheduler.Closed(
            command.id(), first.history(), first.more(), state.journal.cycles(), questions));
    return state.phases.rest();
  }
}
