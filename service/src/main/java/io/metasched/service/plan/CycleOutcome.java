package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the book says of a cycle: the words of the scheduler's history in those of the service. */
public final class CycleOutcome {
  private final Fleet fleet;
  private final int cycle;
  private final List<BookEvent> events = new ArrayList<>();
  private int booked;
  private int refused;

  private CycleOutcome(Fleet fleet, int cycle) {
    this.fleet = fleet;
    this.cycle = cycle;
  }

  /**
   * The events of a cycle.
   *
   * @param history what the scheduler says has happened in it
   * @param bookTick when its plan was booked
   * @param millis how long it took
   */
  public static List<BookEvent> events(
      BookState state,
      Fleet fleet,
      int cycle,
      List<FlowEvent> history,
      long bookTick,
      long millis) {
    var outcome = new CycleOutcome(fleet, cycle);
    history.forEach(event -> outcome.take(state, event, bookTick));
    // a job that waits for the same reason as before is in no event
    int waiting = LiveJobs.waiting(state).size();
    int postponed = waiting - outcome.booked - outcome.refused;
    var done =
        new CycleRecord.Done(bookTick, waiting, outcome.booked, outcome.refused, postponed, millis);
    outcome.events.add(new BookEvent.CycleEnded(cycle, done));
    return outcome.events;
  }

  private void take(BookState state, FlowEvent event, long bookTick) {
    if (event instanceof FlowEvent.Booked won) {
      waiting(state, won.job().number()).ifPresent(job -> book(state, job, won.window(), bookTick));
    } else if (event instanceof FlowEvent.Refused no) {
      waiting(state, no.job().number())
          .ifPresent(
              job -> {
                refused++;
                events.add(new BookEvent.JobRefused(job.id(), code(no.reason()), text(no)));
              });
    } else if (event instanceof FlowEvent.Postponed later) {
      postpone(state, later.job().number(), code(later.reason()), text(later));
    } else if (event instanceof FlowEvent.Requeued taken) {
      var text = "node %s was taken by somebody else".formatted(fleet.name(taken.node()));
      postpone(state, taken.job().number(), "slot-taken", text);
    }
  }

  /** A node that was drained while the cycle went on has sold nothing in it. */
  private void book(BookState state, JobRecord job, Window window, long bookTick) {
    var nodes = window.parts().stream().map(part -> fleet.name(part.node())).toList();
    var drained = nodes.stream().flatMap(node -> state.drain(node).stream()).findFirst();
    if (drained.isPresent()) {
      var text = NodeCommands.text(drained.get().node(), drained.get().reason());
      postpone(state, job.number(), NodeCommands.DRAINED, text);
      return;
    }
    booked++;
    events.add(new BookEvent.JobBooked(job.id(), cycle, bookTick, window, nodes));
  }

  /** A job that waits for the reason it has waited for before is no news. */
  private void postpone(BookState state, long number, String code, String text) {
    waiting(state, number)
        .filter(job -> !job.reason().code().equals(code))
        .ifPresent(job -> events.add(new BookEvent.JobPostponed(job.id(), cycle, code, text)));
  }

  /** A job that was cancelled meanwhile is not booked. */
  private static Optional<JobRecord> waiting(BookState state, long number) {
    return state
        .numbers()
        .get(number)
        .flatMap(state::job)
        .filter(job -> job.state() == JobState.WAITING);
  }

  private static String code(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String text(FlowEvent.Refused no) {
    return switch (no.reason()) {
      case NOT_ENOUGH_NODES -> "fewer nodes meet its requirements than it asks for";
      case BELOW_ANY_PRICE -> "its budget is below the least that its window could cost";
      case BUDGET -> "its account cannot pay the window";
      case NO_WINDOW -> "no window was found in many cycles";
      case DEADLINE -> "its deadline is too near";
    };
  }

  private static String text(FlowEvent.Postponed later) {
    return switch (later.reason()) {
      case NO_ALTERNATIVE -> "no window within its limits is vacant";
      case BEHIND_ANOTHER -> "a job ahead of it found no window";
      case BATCH_FULL -> "more jobs wait than a cycle considers";
      case TOO_EARLY -> "it may not start as early as this cycle plans";
    };
  }
}
