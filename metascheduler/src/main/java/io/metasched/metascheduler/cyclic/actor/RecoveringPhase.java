package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.resource.actor.journal.JournalWriter;

/**
 * Phase in which a metascheduler recovers the state from its journal. If a cycle was open, its plan
 * was not booked: the domains reply with the session as it was opened, and the policy makes the
 * plan again.
 */
final class RecoveringPhase {
  private final MetaschedulerState state;

  RecoveringPhase(MetaschedulerState state) {
    this.state = state;
  }

  Behavior<Command> begin() {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.JournalReplied.class,
                journal ->
                    journal.reply() instanceof JournalWriter.Recovered recovered
                        ? onRecovered(recovered)
                        : state.onJournalReplied(journal)));
  }

  private Behavior<Command> onRecovered(JournalWriter.Recovered recovered) {
    var from = (MetaschedulerEvent.Snapshot) recovered.state();
    state.restore(from);
    return from.cycle() == null ? state.phases.rest() : reopen(from.cycle());
  }

  private Behavior<Command> reopen(MetaschedulerEvent.Opened opened) {
    var batch = state.scheduler.batch(opened.cycle(), opened.nowTick(), opened.batch());
    var session =
        state.planning.openSession(
            opened.session(), batch.horizon(), opened.nowTick(), state.planning.planQuestions);
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionEvent.class,
                news -> {
                  if (!news.event().session().equals(session.id())) {
                    return Behaviors.same();
                  } else if (news.event() instanceof CycleSession.Opened offers) {
                    state.planning.plan(batch, session, offers);
                    return state.phases.rest();
                  }
                  return state.breakDown();
                }));
  }
}
