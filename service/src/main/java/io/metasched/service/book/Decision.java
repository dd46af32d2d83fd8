package io.metasched.service.book;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a command: events, which are written down before the answer is given.
 *
 * @param events none where nothing changes
 * @param answer to the command
 * @param inputs contents of the inputs of jobs that are submitted, by their SHA-256
 */
public record Decision<T>(List<BookEvent> events, T answer, Map<String, byte[]> inputs) {
  /** Copies the collections. */
  public Decision {
    events = List.copyOf(events);
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
  }

  /** Creates a decision without inputs. */
  public Decision(List<BookEvent> events, T answer) {
    this(events, answer, Collections.emptySortedMap());
  }

  /** Nothing changes. */
  public static <T> Decision<T> none(T answer) {
    return new Decision<>(List.of(), answer);
  }

  /** One event, then the answer. */
  public static <T> Decision<T> of(BookEvent event, T answer) {
    return new Decision<>(List.of(event), answer);
  }

  /** Returns the same with the contents of inputs, which are kept if a job is submitted. */
  public Decision<T> with(Map<String, byte[]> contents) {
    return events.isEmpty() ? this : new Decision<>(events, answer, contents);
  }
}
