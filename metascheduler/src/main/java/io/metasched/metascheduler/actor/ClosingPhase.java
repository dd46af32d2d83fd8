package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;

/** The run is over: each user says what he has paid, and the organization compares its books. */
final class ClosingPhase {
  private final Office office;
  private final Metascheduler.Close command;

  ClosingPhase(Office office, Metascheduler.Close command) {
    this.office = office;
    this.command = command;
  }

  Behavior<Command> begin() {
    office.stopSessions();
    office.askUsers(
        (id, user) -> new VoUser.StateAccount(id, office.users.toldTo(user), office.self()));
    return isOver() ? closed() : closing();
  }

  private boolean isOver() {
    return office.usersHaveAnswered() && !office.hasSessionsAlive();
  }

  private Behavior<Command> closing() {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.Stated.class, this::onStated)
            .onMessage(
                Metascheduler.Missed.class,
                missed -> {
                  office.users.missed(missed.id(), missed.user(), missed.first());
                  return Behaviors.same();
                })
            .onMessage(
                Metascheduler.LookWhichUsersAreSilent.class,
                look -> office.usersAreLost() ? office.usersAreSilent(command) : Behaviors.same())
            .onSignal(Terminated.class, this::onTerminated));
  }

  private Behavior<Command> onStated(Metascheduler.Stated stated) {
    long here = office.desk.flow().availableMilli(stated.user());
    long there = stated.statement().balanceMilli();
    if (office.users.answered(stated.id()) && here != there) {
      return office.fail(
          command,
          Failure.ACCOUNTS_DIFFER,
          "user %d has %d in his book, %d in ours".formatted(stated.user(), there, here));
    }
    return isOver() ? closed() : Behaviors.same();
  }

  /** When a session has stopped, nothing of it is on its way to the domains any more. */
  private Behavior<Command> onTerminated(Terminated stopped) {
    office.onTerminated(stopped);
    return isOver() ? closed() : Behaviors.same();
  }

  private Behavior<Command> closed() {
    var questions =
        new Metascheduler.Questions(office.planQuestions.sum(), office.moveQuestions.sum());
    var first = office.told(command.id(), 0, command.mostEvents());
    office.answers.give(
        command,
        new Metascheduler.Closed(
            command.id(), first.history(), first.more(), office.desk.reports(), questions));
    return office.rest();
  }
}
