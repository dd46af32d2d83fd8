package io.metasched.simulation.kernel;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The events to come, in the order (tick, phase, entity, order of entry).
 *
 * @param <E> what an event carries
 */
public final class EventQueue<E> {

  /**
   * An event.
   *
   * @param entity the job or node it concerns: decides among events of one tick and phase
   * @param entry number in the order of entry
   */
  public record Entry<E>(long tick, Phase phase, long entity, long entry, E event) {}

  private final PriorityQueue<Entry<E>> entries = new PriorityQueue<>(EventQueue::compare);
  private long entered;

  /** By hand: it is asked a dozen times for each event. */
  private static int compare(Entry<?> one, Entry<?> other) {
    int order = Long.compare(one.tick, other.tick);
    order = order != 0 ? order : one.phase.compareTo(other.phase);
    order = order != 0 ? order : Long.compare(one.entity, other.entity);
    return order != 0 ? order : Long.compare(one.entry, other.entry);
  }

  public void add(long tick, Phase phase, long entity, E event) {
    entries.add(new Entry<>(tick, phase, entity, entered++, event));
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Drops all events there are. */
  public void clear() {
    entries.clear();
  }

  /**
   * Whether there is a next event and it is at that tick in one of the phases up to {@code last}.
   */
  public boolean isNextIn(long tick, Phase last) {
    var next = entries.peek();
    return next != null && next.tick() == tick && next.phase().compareTo(last) <= 0;
  }

  /** What the next event carries; empty when there is none. */
  public Optional<E> peek() {
    return Optional.ofNullable(entries.peek()).map(Entry::event);
  }

  /**
   * Takes the next event.
   *
   * @throws NoSuchElementException when there is none
   */
  public Entry<E> next() {
    return entries.remove();
  }
}
