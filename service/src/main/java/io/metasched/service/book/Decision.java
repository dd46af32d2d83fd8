package io.metasched.service.book;

import java.util.List;

/**
 * What becomes of a command: events, which are written down before the answer is given.
 *
 * @param events none where nothing changes
 * @param answer to whoever gave the command
 */
public record Decision<T>(List<BookEvent> events, T answer) {
  public Decision {
    events = List.copyOf(events);
  }

  /** Nothing changes. */
  public static <T> Decision<T> none(T answer) {
    return new Decision<>(List.of(), answer);
  }

  /** One event, then the answer. */
  public static <T> Decision<T> of(BookEvent event, T answer) {
    return new Decision<>(List.of(event), answer);
  }
}
