package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.BookWindows;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.OfferUncontended;

/**
 * Phase in which the plan of the open cycle is booked, many windows at a time, as soon as it is
 * made.
 */
final class BookingPhase {
  // keeps messages far below the maximum size
  private static final int PARTS_AT_ONCE = 10_000;

  private final MetaschedulerState state;
  private final OpenCycle cycle;
  private final Metascheduler.BookPlan command;

  BookingPhase(MetaschedulerState state, OpenCycle cycle, Metascheduler.BookPlan command) {
    this.state = state;
    this.cycle = cycle;
    this.command = command;
  }

  Behavior<Command> begin() {
    return cycle.plan == null ? awaitingPlan() : book(cycle.plan);
  }

  private Behavior<Command> awaitingPlan() {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.PlanMade.class,
                made -> {
                  state.planning.planMade(made);
                  return cycle.plan == null ? Behaviors.same() : book(cycle.plan);
                }));
  }

  private Behavior<Command> book(Metascheduler.PlanMade made) {
    if (made.plan() == null) {
      return state.planFailed(command, made.error());
    }
    var round =
        new GroupBooking(state.scheduler.book(made.plan(), command.nowTick()), PARTS_AT_ONCE);
    return proceed(round, booking(round));
  }

  /** Requests the next step of the round, and continues in {@code waiting}. */
  private Behavior<Command> proceed(GroupBooking round, Behavior<Command> waiting) {
    var step = round.next();
    state.users.sendNews();
    if (step.isEmpty()) {
      state.planning.closeCycle();
      var booked =
          round.booked().stream().map(each -> new Booking(each.job(), each.window())).toList();
      var refused = state.scheduler.refused(round.cycle());
      return state.conclude(command, new Metascheduler.JobsBooked(command.id(), booked, refused));
    }
    if (step.get() instanceof BookWindows book) {
      state.book(new BookingCoordinator.Book(book.windows(), cycle.versions, command.nowTick()));
    } else if (step.get() instanceof OfferUncontended offer) {
      state.book(new BookingCoordinator.QueryUncontendedSlots(offer.horizon(), command.nowTick()));
    }
    return waiting;
  }

  private Behavior<Command> booking(GroupBooking round) {
    return state.phases.busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookingEvent.class, news -> onBookingEvent(news.event(), round)));
  }

  private Behavior<Command> onBookingEvent(BookingCoordinator.Event event, GroupBooking round) {
    if (event instanceof BookingCoordinator.WindowsBooked windows) {
      round.booked(windows.refused());
    } else if (event instanceof BookingCoordinator.UncontendedOffer slots) {
      round.uncontended(slots.slots());
    } else {
      return state.fail(command, Failure.DOMAIN_LOST, event.toString());
    }
    return proceed(round, Behaviors.same());
  }
}
