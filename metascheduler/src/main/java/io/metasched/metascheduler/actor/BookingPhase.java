package io.metasched.metascheduler.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;
import io.metasched.metascheduler.scheduling.BookingProcess;
import io.metasched.metascheduler.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.scheduling.BookingProcess.QueryUncontendedSlots;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plan of the open cycle is booked, window by window, as soon as it is made. */
final class BookingPhase {
  private final MetaschedulerState state;
  private final OpenCycle cycle;
  private final Metascheduler.BookPlan command;
  private final List<Booking> bookings = new ArrayList<>();
  private @Nullable Booking asked;

  BookingPhase(MetaschedulerState state, OpenCycle cycle, Metascheduler.BookPlan command) {
    this.state = state;
    this.cycle = cycle;
    this.command = command;
  }

  Behavior<Command> begin() {
    return cycle.plan == null ? awaitingPlan() : book(cycle.plan);
  }

  private Behavior<Command> awaitingPlan() {
    return state.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.PlanMade.class,
                made -> {
                  state.onPlanMade(made);
                  return cycle.plan == null ? Behaviors.same() : book(cycle.plan);
                }));
  }

  private Behavior<Command> book(Metascheduler.PlanMade made) {
    if (made.plan() == null) {
      return state.planFailed(command, made.error());
    }
    var round = state.scheduler.book(made.plan(), command.nowTick());
    return goOn(round, booking(round));
  }

  /** Asks for the next step of the round, to go on in {@code waiting}. */
  private Behavior<Command> goOn(BookingProcess round, Behavior<Command> waiting) {
    var step = round.next();
    state.users.sendNews();
    if (step.isEmpty()) {
      state.closeCycle();
      var refused = state.scheduler.refused(round.cycle());
      return state.conclude(command, new Metascheduler.JobsBooked(command.id(), bookings, refused));
    }
    if (step.get() instanceof BookWindow book) {
      asked = new Booking(book.job(), book.window());
      state.book(
          new BookingCoordinator.Book(
              book.job(), book.window(), cycle.versions, command.nowTick()));
    } else if (step.get() instanceof QueryUncontendedSlots query) {
      state.book(new BookingCoordinator.QueryUncontendedSlots(query.horizon(), command.nowTick()));
    }
    return waiting;
  }

  private Behavior<Command> booking(BookingProcess round) {
    return state.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookingEvent.class, news -> onBookingEvent(news.event(), round)));
  }

  private Behavior<Command> onBookingEvent(BookingCoordinator.Event event, BookingProcess round) {
    if (event instanceof BookingCoordinator.Booked && asked != null) {
      round.booked();
      bookings.add(asked);
    } else if (event instanceof BookingCoordinator.Refused refused) {
      round.refused(refused.node(), refused.reason());
    } else if (event instanceof BookingCoordinator.UncontendedOffer slots) {
      round.uncontended(slots.slots());
    } else {
      return state.fail(command, Failure.DOMAIN_LOST, event.toString());
    }
    return goOn(round, Behaviors.same());
  }
}
