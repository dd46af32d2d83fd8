package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;
import io.metasched.metascheduler.desk.BookingRound;
import io.metasched.metascheduler.desk.BookingRound.BookWindow;
import io.metasched.metascheduler.desk.BookingRound.LookAside;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plan of the open cycle is booked, window by window, as soon as it is made. */
final class BookingPhase {
  private final Office office;
  private final OpenCycle cycle;
  private final Metascheduler.BookPlan command;
  private final List<Booking> bookings = new ArrayList<>();
  private @Nullable Booking asked;

  BookingPhase(Office office, OpenCycle cycle, Metascheduler.BookPlan command) {
    this.office = office;
    this.cycle = cycle;
    this.command = command;
  }

  Behavior<Command> begin() {
    return cycle.plan == null ? awaitingPlan() : book(cycle.plan);
  }

  private Behavior<Command> awaitingPlan() {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.PlanMade.class,
                made -> {
                  office.onPlanMade(made);
                  return cycle.plan == null ? Behaviors.same() : book(cycle.plan);
                }));
  }

  private Behavior<Command> book(Metascheduler.PlanMade made) {
    if (made.plan() == null) {
      return office.planFailed(command, made.error());
    }
    var round = office.desk.book(made.plan(), command.nowTick());
    return goOn(round, booking(round));
  }

  /** Asks for the next step of the round, to go on in {@code waiting}. */
  private Behavior<Command> goOn(BookingRound round, Behavior<Command> waiting) {
    var step = round.next();
    office.users.tellNews();
    if (step.isEmpty()) {
      office.closeCycle();
      return office.conclude(command, new Metascheduler.JobsBooked(command.id(), bookings));
    }
    if (step.get() instanceof BookWindow book) {
      asked = new Booking(book.job(), book.window());
      office.book(new Booker.Book(book.job(), book.window(), cycle.versions, command.nowTick()));
    } else if (step.get() instanceof LookAside look) {
      office.book(new Booker.LookAside(look.horizon()));
    }
    return waiting;
  }

  private Behavior<Command> booking(BookingRound round) {
    return office.busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.BookerTold.class, told -> onBookerTold(told.event(), round)));
  }

  private Behavior<Command> onBookerTold(Booker.Event event, BookingRound round) {
    if (event instanceof Booker.Booked && asked != null) {
      round.booked();
      bookings.add(asked);
    } else if (event instanceof Booker.Denied denied) {
      round.denied(denied.node(), denied.reason());
    } else if (event instanceof Booker.Aside aside) {
      round.aside(aside.slots());
    } else {
      return office.fail(command, Failure.DOMAIN_LOST, event.toString());
    }
    return goOn(round, Behaviors.same());
  }
}
