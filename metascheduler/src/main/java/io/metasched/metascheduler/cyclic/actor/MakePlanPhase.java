package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;

/**
 * Phase in which a plan is made for its issuer, who books it: the domains open a session, the
 * policy plans in it, and the plan is the reply. Nothing is held, and no domain keeps anything.
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
    var session = state.openSession(wanted.horizon(), wanted.nowTick(), state.planQuestions);
    return state.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionEvent.class, news -> onSessionEvent(news.event(), session))
            .onMessage(Metascheduler.EventsPlanned.class, made -> onPlanned(made, session)));
  }

  private Behavior<Command> onSessionEvent(CycleSession.Event event, SessionLink session) {
    if (!event.session().equals(session.id())) {
      return Behaviors.same();
    } else if (event instanceof CycleSession.Broken broken) {
      return state.fail(command, Failure.DOMAIN_LOST, broken.why());
    }
    var opened = (CycleSession.Opened) event;
    var wanted = command.planning();
    var slots = state.slots(session, opened, wanted.mayComeBack());
    state.think(() -> wanted.plan(slots, opened.slots()), Metascheduler.EventsPlanned::new);
    return Behaviors.same();
  }

  private Behavior<Command> onPlanned(Metascheduler.EventsPlanned made, SessionLink session) {
    state.close(session);
    if (made.events() == null) {
      return state.planFailed(command, made.error());
    }
    state.answers.send(command, new Metascheduler.PlanReady(command.id(), made.events()));
    return state.rest();
  }
}
