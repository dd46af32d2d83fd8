package io.metasched.service.counterfactual;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import java.time.Instant;
import java.util.List;

/**
 * Interval of a recorded history.
 *
 * @param from state of the book at the beginning
 * @param events events recorded in the interval, in order
 * @param end state of the book after these events
 * @param begins beginning of the interval
 * @param ends end of the interval
 */
public record Stretch(
    BookState from, List<Recorded> events, BookState end, Instant begins, Instant ends) {
  public Stretch {
    events = List.copyOf(events);
  }
}
