package io.metasched.service.store;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Uncommitted events of commands. Each event is applied to the state once. Confined to the writer's
 * thread.
 */
final class Draft {
  private final Clock clock;
  private final List<Recorded> events = new ArrayList<>();
  private final Map<String, byte[]> inputs = new TreeMap<>();
  private BookState state;

  /** Creates an empty draft after a state. */
  Draft(BookState from, Clock clock) {
    state = from;
    this.clock = clock;
  }

  /** Point to which a draft can be rolled back. */
  record Mark(BookState state, int events) {}

  BookState state() {
    return state;
  }

  /** Returns the events, in order. */
  List<Recorded> events() {
    return events;
  }

  /** Returns the input contents of the submitted jobs, by their SHA-256. */
  Map<String, byte[]> inputs() {
    return inputs;
  }

  Mark mark() {
    return new Mark(state, events.size());
  }

  void backTo(Mark mark) {
    state = mark.state();
    events.subList(mark.events(), events.size()).clear();
  }

  /**
   * Executes a command.
   *
   * @throws IllegalStateException if the state does not allow the decided events; the draft must
   *     then be rolled back
   */
  <T> T decide(String by, String request, Function<BookState, BookDecision<T>> decide) {
    var decision = decide.apply(state);
    inputs.putAll(decision.inputs());
    for (var event : decision.events()) {
      var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var recorded = new Recorded(state.seq() + 1, at, by, request, event);
      state = state.after(recorded);
      events.add(recorded);
    }
    return decision.answer();
  }
}
