package io.metasched.service.whatif;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import java.time.Instant;
import java.util.List;

/**
 * A stretch of a recorded history.
 *
 * @param from the book at its beginning
 * @param events that were recorded in it, in order
 * @param end the book behind them
 * @param begins when it begins
 * @param ends when it ends
 */
public record Stretch(
    BookState from, List<Recorded> events, BookState end, Instant begins, Instant ends) {
  /** Copies the events. */
  public Stretch {
    events = List.copyOf(events);
  }
}
