package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;
import io.metasched.metascheduler.cyclic.scheduling.MoveProcess;
import io.metasched.resource.model.Slot;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Phase in which booked jobs may move: the domains open a session, the policy plans the moves in
 * the session, and the moves are executed one after the other.
 */
final class MovingPhase {
  /** Maximum number of jobs for which a policy runs on the actor's thread. */
  private static final int FEW = 100;

  private final MetaschedulerState state;
  private final Metascheduler.MoveJobs command;
  private final List<Promised> promised;
  private final List<Booking> bookings = new ArrayList<>();
  private @Nullable Booking asked;

  MovingPhase(MetaschedulerState state, Metascheduler.MoveJobs command) {
    this.state = state;
    this.command = command;
    promised = state.scheduler.promised(command.notBefore());
  }

  Behavior<Command> begin() {
    if (promised.isEmpty()) {
      return moved();
    }
    var horizon = state.scheduler.replanHorizon(command.notBefore());
    return opening(
        state.planning.openSession(horizon, command.nowTick(), state.planning.moveQuestions));
  }

  private Behavior<Command> moved() {
    return state.conclude(command, new Metascheduler.JobsBooked(command.id(), bookings));
  }

  private Behavior<Command> opening(SessionLink session) {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionEvent.class,
                state.onOpened(session, command, opened -> onOpened(opened, session))));
  }

  private Behavior<Command> onOpened(CycleSession.Opened opened, SessionLink session) {
    long from = command.notBefore();
    var own = new ArrayList<Slot>();
    promised.forEach(job -> own.addAll(job.ownSlots()));
    var slots = state.planning.slots(session, opened, own);
    if (opened.lists().size() == state.domains.refs().size() && promised.size() <= FEW) {
      return replanAtOnce(session, slots, opened.versions());
    }
    state.planning.runPolicy(
        () -> state.scheduler.replan(from, promised, slots), Metascheduler.MovesMade::new);
    return planning(session, opened.versions());
  }

  /**
   * Runs the policy on this thread, because the policy asks no domain and its run is too short for
   * another thread.
   */
  private Behavior<Command> replanAtOnce(SessionLink session, SlotView slots, List<Long> versions) {
    Metascheduler.MovesMade made;
    try {
      var moves = state.scheduler.replan(command.notBefore(), promised, slots);
      made = new Metascheduler.MovesMade(moves, null);
    } catch (RuntimeException failed) {
      made = new Metascheduler.MovesMade(null, failed);
    }
    return onMovesMade(made, session, versions);
  }

  private Behavior<Command> planning(SessionLink session, List<Long> versions) {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.MovesMade.class, made -> onMovesMade(made, session, versions)));
  }

  private Behavior<Command> onMovesMade(
      Metascheduler.MovesMade made, SessionLink session, List<Long> versions) {
    state.planning.leave(session);
    if (made.moves() == null) {
      return state.planFailed(command, made.error());
    }
    var round = state.scheduler.move(command.cycle(), made.moves(), command.nowTick());
    return nextMove(round, versions, moving(round, versions));
  }

  /** Requests the next move of the round, and continues in {@code waiting}. */
  private Behavior<Command> nextMove(
      MoveProcess round, List<Long> versions, Behavior<Command> waiting) {
    var next = round.next();
    state.users.sendNews();
    if (next.isEmpty()) {
      return moved();
    }
    var move = next.get();
    var job = move.job().id();
    asked = new Booking(job, move.to());
    state.book(
        new BookingCoordinator.Move(job, move.from(), move.to(), versions, command.nowTick()));
    return waiting;
  }

  private Behavior<Command> moving(MoveProcess round, List<Long> versions) {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookingEvent.class,
                news -> onBookingEvent(news.event(), round, versions)));
  }

  private Behavior<Command> onBookingEvent(
      BookingCoordinator.Event event, MoveProcess round, List<Long> versions) {
    if (event instanceof BookingCoordinator.Moved && asked != null) {
      round.moved();
      bookings.add(asked);
    } else if (event instanceof BookingCoordinator.Refused) {
      round.refused();
    } else {
      return state.fail(command, Failure.DOMAIN_LOST, event.toString());
    }
    return nextMove(round, versions, Behaviors.same());
  }
}
