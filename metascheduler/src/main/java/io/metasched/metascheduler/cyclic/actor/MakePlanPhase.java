package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;

/**
 * Phase in which a plan is made for the issuer of the command, which books it: the domains open a
 * session, the policy plans in the session, and the reply contains the plan. Nothing is held, and
 * no domain stores anything.
 */
final class MakePlanPhase {
  private final MetaschedulerState state;
  private final Metascheduler.MakePlan command;

  MakePlanPhase(MetaschedulerState state, Metascheduler.MakePlan command) {
    this.state = state;
    this.command = command;
  }

  Behavior<Command> begin() {
    var wanted = command.planning();
    var planning = state.planning;
    var session = planning.openSession(wanted.horizon(), wanted.nowTick(), planning.planQuestions);
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionEvent.class,
                state.onOpened(session, command, opened -> onOpened(opened, session)))
            .onMessage(Metascheduler.EventsPlanned.class, made -> onPlanned(made, session)));
  }

  private Behavior<Command> onOpened(CycleSession.Opened opened, SessionLink session) {
    var wanted = command.planning();
    var slots = state.planning.slots(session, opened, wanted.mayComeBack());
    state.planning.runPolicy(
        () -> wanted.plan(slots, opened.slots()), Metascheduler.EventsPlanned::new);
    return Behaviors.same();
  }

  private Behavior<Command> onPlanned(Metascheduler.EventsPlanned made, SessionLink session) {
    state.planning.close(session);
    if (made.events() == null) {
      return state.planFailed(command, made.error());
    }
    state.answers.send(command, new Metascheduler.PlanReady(command.id(), made.events()));
    return state.phases.rest();
  }
}
