package io.metasched.simulation.kernel;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Queue of future events, in the order (tick, phase, entity, order of entry).
 *
 * @param <E> payload of an event
 */
public final class EventQueue<E> {

  /**
   * Event.
   *
   * @param entity job or node of the event, which orders events of one tick and phase
   * @param entry sequence number of the entry
   */
  public record Entry<E>(long tick, Phase phase, long entity, long entry, E event) {}

  private final PriorityQueue<Entry<E>> entries = new PriorityQueue<>(EventQueue::compare);
  private long entered;

  /**
   * Compares two entries. Hand-written for speed, because it is called about a dozen times for each
   * event.
   */
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

  public void clear() {
    entries.clear();
  }

  /** Returns whether the next event is at {@code tick} in one of the phases up to {@code last}. */
  public boolean isNextIn(long tick, Phase last) {
    var next = entries.peek();
    return next != null && next.tick() == tick && next.phase().compareTo(last) <= 0;
  }

  /**
   * Returns the tick of the next event.
   *
   * @throws NoSuchElementException if there is none
   */
  public long nextTick() {
    return entries.element().tick();
  }

  /** Returns the payload of the next event; empty if there is none. */
  public Optional<E> peek() {
    return Optional.ofNullable(entries.peek()).map(Entry::event);
  }

  /**
   * Removes and returns the next event.
   *
   * @throws NoSuchElementException if there is none
   */
  public Entry<E> next() {
    return entries.remove();
  }
}
