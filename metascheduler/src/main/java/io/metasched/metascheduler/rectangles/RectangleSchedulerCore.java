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
 * The core of a metascheduler of advance reservations: keeps the list of availability of one
 * multiprocessor, and chooses by a policy where a request goes. The list has the reservations of
 * jobs that have not ended, and forgets them with their ends.
 *
 * <p>Source: the paper on parallel reservations, sections 3 and 4. For one thread.
 */
public final class RectangleSchedulerCore {
  private final RectanglePolicy policy;
  private final AvailRectList list;
  private final Optional<HeterogeneousElements> heterogeneous;
  private final ReservationBook book;

  /**
   * A scheduler of a multiprocessor on which nothing is reserved.
   *
   * @param elements how many elements it has
   * @param speedsMilli of each element, see {@link HeterogeneousElements}; empty where all are
   *     standard ones
   * @param policy name of a rectangle policy
   * @throws IllegalArgumentException for an unknown policy, or another number of speeds
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

  /** How many elements the multiprocessor has. */
  public int elements() {
    return list.elements();
  }

  /** Whether a job has a reservation. */
  public boolean has(long job) {
    return book.has(job);
  }

  /** Chooses a start and elements for a request; nothing is reserved yet. */
  public RectangleChoice choose(MalleableRequest request) {
    return heterogeneous
        .map(elements -> request.choose(elements, policy))
        .orElseGet(() -> request.choose(list, policy));
  }

  /** Reserves what was chosen for a job; refused unless all of it is free. */
  public Optional<RectangleRefusal> reserve(long job, ElementReservation reservation) {
    var refusal = book.has(job) ? Optional.of(RectangleRefusal.NOT_FREE) : list.add(reservation);
    if (refusal.isEmpty()) {
      book.add(job, reservation);
    }
    return refusal;
  }

  /** Forgets a job that has ended or is cancelled; false where it has no reservation. */
  public boolean release(long job) {
    var parts = book.remove(job);
    parts.forEach(list::delete);
    return !parts.isEmpty();
  }

  /** Frees what a job does not keep from a tick on; false where there is nothing of that. */
  public boolean giveBack(long job, long tick, ElementSet kept) {
    var freed = book.giveBack(job, tick, kept);
    freed.ifPresent(list::delete);
    return freed.isPresent();
  }

  /** All that is reserved, by job. */
  public List<ReservationBook.Entry> entries() {
    return book.entries();
  }

  /** Takes the place of what is reserved. */
  public void restore(List<ReservationBook.Entry> entries) {
    book.entries().forEach(entry -> release(entry.job()));
    entries.forEach(entry -> entry.parts().forEach(list::add));
    book.restore(entries);
  }
}
