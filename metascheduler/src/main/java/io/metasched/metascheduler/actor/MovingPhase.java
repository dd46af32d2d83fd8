package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.desk.MoveRound;
import io.metasched.resource.model.Slot;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Booked jobs may move: the domains open a session, the policy plans in it which booked jobs move,
 * and they are moved one by one.
 */
final class MovingPhase {
  /** Up to so many jobs a policy thinks quickly. */
  private static final int FEW = 100;

  private final Office office;
  private final Metascheduler.MoveJobs command;
  private final List<Promised> promised;
  private final List<Booking> bookings = new ArrayList<>();
  private @Nullable Booking asked;

  MovingPhase(Office office, Metascheduler.MoveJobs command) {
    this.office = office;
    this.command = command;
    promised = office.desk.promised(command.nowTick());
  }

  Behavior<Command> begin() {
    if (promised.isEmpty()) {
      return moved();
    }
    long now = command.nowTick();
    return opening(office.openSession(office.desk.replanHorizon(now), now, office.moveQuestions));
  }

  private Behavior<Command> moved() {
    return office.conclude(command, new Metascheduler.JobsBooked(command.id(), bookings));
  }

  private Behavior<Command> opening(SessionLink session) {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.SessionTold.class, told -> onSessionTold(told.event(), session)));
  }

  private Behavior<Command> onSessionTold(CycleSession.Event event, SessionLink session) {
    if (!event.session().equals(session.id())) {
      return Behaviors.same(); // that of the open cycle is broken, as its plan will tell
    } else if (event instanceof CycleSession.Broken broken) {
      return office.fail(command, Failure.DOMAIN_LOST, broken.why());
    }
    var opened = (CycleSession.Opened) event;
    long now = command.nowTick();
    var own = new ArrayList<Slot>();
    promised.forEach(job -> own.addAll(job.ownSlots()));
    var slots = office.slots(session, opened, own);
    if (opened.lists().size() == office.domains.refs().size() && promised.size() <= FEW) {
      return thinkAtOnce(session, slots, opened.versions());
    }
    office.think(() -> office.desk.replan(now, promised, slots), Metascheduler.MovesMade::new);
    return planning(session, opened.versions());
  }

  /** No domain need be asked, and the thought is a short one: no other thread is worth the wait. */
  private Behavior<Command> thinkAtOnce(SessionLink session, SlotView slots, List<Long> versions) {
    Metascheduler.MovesMade made;
    try {
      var moves = office.desk.replan(command.nowTick(), promised, slots);
      made = new Metascheduler.MovesMade(moves, null);
    } catch (RuntimeException failed) {
      made = new Metascheduler.MovesMade(null, failed);
    }
    return onMovesMade(made, session, versions);
  }

  private Behavior<Command> planning(SessionLink session, List<Long> versions) {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.MovesMade.class, made -> onMovesMade(made, session, versions)));
  }

  private Behavior<Command> onMovesMade(
      Metascheduler.MovesMade made, SessionLink session, List<Long> versions) {
    office.leave(session);
    if (made.moves() == null) {
      return office.planFailed(command, made.error());
    }
    var round = office.desk.move(command.cycle(), made.moves(), command.nowTick());
    return goOn(round, versions, moving(round, versions));
  }

  /** Asks for the next move of the round, to go on in {@code waiting}. */
  private Behavior<Command> goOn(MoveRound round, List<Long> versions, Behavior<Command> waiting) {
    var next = round.next();
    office.users.tellNews();
    if (next.isEmpty()) {
      return moved();
    }
    var move = next.get();
    var job = move.job().id();
    asked = new Booking(job, move.to());
    office.book(new Booker.Move(job, move.from(), move.to(), versions, command.nowTick()));
    return waiting;
  }

  private Behavior<Command> moving(MoveRound round, List<Long> versions) {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookerTold.class,
                told -> onBookerTold(told.event(), round, versions)));
  }

  private Behavior<Command> onBookerTold(Booker.Event event, MoveRound round, List<Long> versions) {
    if (event instanceof Booker.Booked && asked != null) {
      round.moved();
      bookings.add(asked);
    } else if (event instanceof Booker.Denied) {
      round.denied();
    } else {
      return office.fail(command, Failure.DOMAIN_LOST, event.toString());
    }
    return goOn(round, versions, Behaviors.same());
  }
}
