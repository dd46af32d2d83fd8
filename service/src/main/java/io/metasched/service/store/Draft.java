package io.metasched.service.store;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.Recorded;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What commands have led to that are not committed yet: their events, each of which is taken into
 * the state once. Confined to the writer's thread.
 */
final class Draft {
  private final Clock clock;
  private final List<Recorded> events = new ArrayList<>();
  private final Map<String, byte[]> inputs = new TreeMap<>();
  private BookState state;

  /** Nothing has come behind a state yet. */
  Draft(BookState from, Clock clock) {
    state = from;
    this.clock = clock;
  }

  /** A place to which a draft can be taken back. */
  record Mark(BookState state, int events) {}

  BookState state() {
    return state;
  }

  /** In order. */
  List<Recorded> events() {
    return events;
  }

  /** Returns the contents of inputs of the jobs that were submitted, by their SHA-256. */
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
   * Decides on a command.
   *
   * @throws IllegalStateException where the state does not allow what was decided; the draft is to
   *     be taken back then
   */
  <T> T decide(String by, String request, Function<BookState, Decision<T>> decide) {
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
