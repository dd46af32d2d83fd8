package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reservations of a multiprocessor by job, with their elements and times. A new reservation is
 * compared with each existing one, independently of any list of availability. A refused operation
 * changes nothing.
 *
 * <p>Cost: linear in the number of reservations to add one, otherwise logarithmic. Confined to one
 * thread.
 */
public final class ReservationBook {
  private final ElementSet all;
  private final TreeMap<Long, List<ElementReservation>> byJob = new TreeMap<>();

  /**
   * Reservation of a job: one part, or two if the job has returned some elements early.
   *
   * @param job number of the job
   * @param parts parts without an element in common at any tick
   */
  public record Entry(long job, List<ElementReservation> parts) {
    public Entry {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Creates an empty book of {@code elements} elements.
   *
   * @throws IllegalArgumentException for fewer than one element
   */
  public ReservationBook(int elements) {
    if (elements < 1) {
      throw new IllegalArgumentException("elements must be at least 1, but are " + elements);
    }
    all = ElementSet.range(0, elements);
  }

  public boolean has(long job) {
    return byJob.containsKey(job);
  }

  /**
   * Adds the reservation of a job that has no reservation; refused unless all elements are free
   * throughout.
   */
  public Optional<RectangleRefusal> add(long job, ElementReservation reservation) {
    if (reservation.elements().size() == 0) {
      return Optional.of(RectangleRefusal.NO_ELEMENTS);
    }
    if (!all.containsAll(reservation.elements())) {
      return Optional.of(RectangleRefusal.NO_SUCH_ELEMENTS);
    }
    if (has(job) || byJob.values().stream().anyMatch(parts -> meets(parts, reservation))) {
      return Optional.of(RectangleRefusal.NOT_FREE);
    }
    byJob.put(job, List.of(reservation));
    return Optional.empty();
  }

  private static boolean meets(List<ElementReservation> parts, ElementReservation other) {
    return parts.stream()
        .anyMatch(
            part ->
                part.span().overlaps(other.span()) && part.elements().intersects(other.elements()));
  }

  /** Removes and returns the whole reservation of a job; empty if the job has no reservation. */
  public List<ElementReservation> remove(long job) {
    var parts = byJob.remove(job);
    return parts == null ? List.of() : parts;
  }

  /**
   * Frees the elements that a job no longer needs from a tick within its reservation on; the time
   * before stays in the book.
   *
   * @param kept elements that the job keeps
   * @return the freed part; empty, without any change, if nothing would be freed or nothing would
   *     be kept
   */
  public Optional<ElementReservation> giveBack(long job, long tick, ElementSet kept) {
    var parts = byJob.get(job);
    if (parts == null || parts.size() != 1) {
      return Optional.empty();
    }
    var whole = parts.get(0);
    var given = whole.elements().without(kept);
    if (tick <= whole.span().start()
        || tick >= whole.span().end()
        || kept.size() == 0
        || given.size() == 0
        || !whole.elements().containsAll(kept)) {
      return Optional.empty();
    }
    var before = new ElementReservation(new Span(whole.span().start(), tick), given);
    byJob.put(job, List.of(new ElementReservation(whole.span(), kept), before));
    return Optional.of(new ElementReservation(new Span(tick, whole.span().end()), given));
  }

  /** Returns all entries, ordered by job. */
  public List<Entry> entries() {
    var entries = new ArrayList<Entry>(byJob.size());
    byJob.forEach((job, parts) -> entries.add(new Entry(job, parts)));
    return entries;
  }

  /** Replaces the content of the book by {@code entries}. */
  public void restore(List<Entry> entries) {
    byJob.clear();
    entries.forEach(entry -> byJob.put(entry.job(), entry.parts()));
  }
}
