package io.metasched.service.book;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Returns a copy whose events follow the given event; unchanged if there are no events. */
  public BookDecision<T> after(Optional<? extends BookEvent> first) {
    if (first.isEmpty() || events.isEmpty()) {
      return this;
    }
    var all = new ArrayList<BookEvent>(List.of(first.get()));
    all.addAll(events);
    return new BookDecision<>(all, answer, inputs);
  }

  /** Returns a copy with the contents of inputs, which are stored if a job is submitted. */
  public BookDecision<T> with(Map<String, byte[]> contents) {
    return events.isEmpty() ? this : new BookDecision<>(events, answer, contents);
  }
}
