package io.metasched.metascheduler.rectangles;

import io.metasched.resource.rectangles.AvailRectList;
import io.metasched.resource.rectangles.ElementReservation;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.HeterogeneousElements;
import io.metasched.resource.rectangles.MalleableRequest;
import io.metasched.resource.rectangles.RectangleChoice;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.resource.rectangles.ReservationBook;
import java.util.List;
import java.util.Optional;

/**
 * Core of a metascheduler of advance reservations. The core keeps the list of availability of one
 * multiprocessor, and selects the rectangle for a request by a policy. The list contains the
 * reservations of jobs that have not ended.
 *
 * <p>Source: the paper on parallel reservations, sections 3 and 4. Confined to one thread.
 */
public final class RectangleSchedulerCore {
  private final RectanglePolicy policy;
  private final AvailRectList list;
  private final Optional<HeterogeneousElements> heterogeneous;
  private final ReservationBook book;

  /**
   * Creates a scheduler of a multiprocessor without reservations.
   *
   * @param elements number of elements
   * @param speedsMilli speed of each element, see {@link HeterogeneousElements}; empty if all
   *     elements are standard elements
   * @param policy name of a rectangle policy
   * @throws IllegalArgumentException for an unknown policy, or if the number of speeds differs from
   *     the number of elements
   */
  public RectangleSchedulerCore(int elements, List<Integer> speedsMilli, String policy) {
    this.policy =
        RectanglePolicies.named(policy)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the policy must be one of %s, but is %s"
                            .formatted(RectanglePolicies.names(), policy)));
    list = new AvailRectList(elements);
    book = new ReservationBook(elements);
    heterogeneous =
        speedsMilli.isEmpty()
            ? Optional.empty()
            : Optional.of(new HeterogeneousElements(list, speedsMilli));
  }

  /** Returns the number of elements of the multiprocessor. */
  public int elements() {
    return list.elements();
  }

  public boolean has(long job) {
    return book.has(job);
  }

  /** Selects a start and elements for a request; nothing is reserved yet. */
  public RectangleChoice choose(MalleableRequest request) {
    return heterogeneous
        .map(elements -> request.choose(elements, policy))
        .orElseGet(() -> request.choose(list, policy));
  }

  /** Reserves the selected elements for a job; refused unless all of them are free. */
  public Optional<RectangleRefusal> reserve(long job, ElementReservation reservation) {
    var refusal = book.has(job) ? Optional.of(RectangleRefusal.NOT_FREE) : list.add(reservation);
    if (refusal.isEmpty()) {
      book.add(job, reservation);
    }
    return refusal;
  }

  /** Removes a job that has ended or is cancelled; returns false if the job has no reservation. */
  public boolean release(long job) {
    var parts = book.remove(job);
    parts.forEach(list::delete);
    return !parts.isEmpty();
  }

  /**
   * Frees, from a tick on, the elements that a job does not keep; returns false if there is nothing
   * to free.
   */
  public boolean giveBack(long job, long tick, ElementSet kept) {
    var freed = book.giveBack(job, tick, kept);
    freed.ifPresent(list::delete);
    return freed.isPresent();
  }

  /** Replaces all reservations by {@code entries}. */
  public void restore(List<ReservationBook.Entry> entries) {
    book.entries().forEach(entry -> release(entry.job()));
    entries.forEach(entry -> entry.parts().forEach(list::add));
    book.restore(entries);
  }
}
