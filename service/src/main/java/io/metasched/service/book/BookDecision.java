package io.metasched.service.book;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of a command. The events are committed before the answer is returned.
 *
 * @param events events; empty if nothing changes
 * @param answer answer to the command
 * @param inputs contents of the inputs of submitted jobs, by their SHA-256
 */
public record BookDecision<T>(List<BookEvent> events, T answer, Map<String, byte[]> inputs) {
  public BookDecision {
    events = List.copyOf(events);
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
  }

  /** Creates a decision without inputs. */
  public BookDecision(List<BookEvent> events, T answer) {
    this(events, answer, Collections.emptySortedMap());
  }

  /** Creates a decision without events. */
  public static <T> BookDecision<T> none(T answer) {
    return new BookDecision<>(List.of(), answer);
  }

  /** Creates a decision with one event. */
  public static <T> BookDecision<T> of(BookEvent event, T answer) {
    return new BookDecision<>(List.of(event), answer);
  }

  /** Returns a copy with the contents of inputs, which are stored if a job is submitted. */
  public BookDecision<T> with(Map<String, byte[]> contents) {
    return events.isEmpty() ? this : new BookDecision<>(events, answer, contents);
  }
}
