package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.resource.actor.journal.Scribe;

/**
 * A metascheduler comes to life: it takes up what was written in earlier lives. Where a cycle was
 * open, the domains open its session once more, as it was, and the policy plans once more.
 */
final class RecoveringPhase {
  private final Office office;

  RecoveringPhase(Office office) {
    this.office = office;
  }

  Behavior<Command> begin() {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.ScribeTold.class,
                scribe ->
                    scribe.told() instanceof Scribe.Recovered past
                        ? onRecovered(past)
                        : office.onScribeTold(scribe)));
  }

  private Behavior<Command> onRecovered(Scribe.Recovered recovered) {
    var opened = office.recall(recovered.events());
    return opened == null ? office.rest() : reopen(opened);
  }

  private Behavior<Command> reopen(Minute.Opened opened) {
    var batch = office.desk.batch(opened.cycle(), opened.nowTick(), opened.batch());
    var session =
        office.openSession(
            opened.session(), batch.horizon(), opened.nowTick(), office.planQuestions);
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionTold.class,
                told -> {
                  if (!told.event().session().equals(session.id())) {
                    return Behaviors.same();
                  } else if (told.event() instanceof CycleSession.Opened offers) {
                    office.plan(batch, session, offers);
                    return office.rest();
                  }
                  return office.breakDown();
                }));
  }
}
