package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The availability of a cluster of identical processing elements whose identities are known:
 * records (time, busy elements), one only where the set changes. Reservations are added and
 * deleted; a search lists the candidate starts of a request, widens each feasible one to its
 * maximal availability rectangle, and leaves the choice to a policy. A refused operation changes
 * nothing.
 *
 * <p>Source: the paper on parallel reservations, section 4. Departure: its linked list with a
 * sorted set of times is a B+ tree with unions of busy sets here. The readings are in sources.md.
 *
 * <p>Cost, in operations on sets of n / 64 words: O(log r + k) to add or delete over k of r
 * records; to find, O(1) for each record from the ready time to the deadline, and O(log r) for each
 * feasible candidate if the policy looks at lengths. For one thread.
 */
public final class AvailRectList implements RectangleFinder {
  /** Rows of a node: so many sets are moved at most when a record comes in between. */
  private static final int NODE_CAPACITY = 16;

  /** Looks at the elements of each feasible start, so that the search visits them all. */
  private static final RectanglePolicy COUNTED =
      new RectanglePolicy(RectanglePolicy.Reads.ELEMENTS, (elements, length) -> 0);

  private final int elements;
  private final ElementSet all;
  private final RecordTree records;
  private final RectangleSearch search;

  /**
   * A cluster of so many elements, all free.
   *
   * @throws IllegalArgumentException if there are none
   */
  public AvailRectList(int elements) {
    this(elements, NODE_CAPACITY);
  }

  /** One with nodes of another capacity, at least 4. */
  AvailRectList(int elements, int nodeCapacity) {
    if (elements < 1) {
      throw new IllegalArgumentException("elements must be at least 1, but are " + elements);
    }
    this.elements = elements;
    all = ElementSet.range(0, elements);
    records = new RecordTree(ElementWords.length(elements), nodeCapacity);
    search = new RectangleSearch(records, elements, nodeCapacity);
  }

  /** How many elements the cluster has. */
  public int elements() {
    return elements;
  }

  /** How many records there are. */
  public int size() {
    return records.size();
  }

  /** The records, in the order of time. */
  public List<AvailRecord> records() {
    var list = new ArrayList<AvailRecord>(records.size());
    addRecords(records.root(), list);
    return list;
  }

  private void addRecords(RecordNode node, List<AvailRecord> list) {
    for (int row = 0; row < node.size; row++) {
      if (node.isLeaf()) {
        list.add(new AvailRecord(node.times[row], busy(node, row)));
      } else {
        addRecords(node.children[row], list);
      }
    }
  }

  /** The elements that are busy at a tick. */
  public ElementSet busyAt(long tick) {
    var leaf = records.leafAt(tick);
    int row = leaf.at(tick);
    return row < 0 ? ElementSet.of() : busy(leaf, row);
  }

  private static ElementSet busy(RecordNode leaf, int row) {
    return ElementSet.ofWords(
        Arrays.copyOfRange(leaf.sets, leaf.offset(row), leaf.offset(row + 1)));
  }

  /** Whether all these elements are free throughout a span. */
  public boolean isFree(Span span, ElementSet set) {
    return all.containsAll(set)
        && records.firstBusy(span.start(), span.end(), set.words(), set.firstWord(), set.endWord())
            == span.end();
  }

  /** Makes elements busy over a span; refused unless all are free throughout. */
  public Optional<RectangleRefusal> add(ElementReservation reservation) {
    var refusal = refusalOf(reservation.elements());
    if (refusal.isEmpty() && !isFree(reservation.span(), reservation.elements())) {
      refusal = Optional.of(RectangleRefusal.NOT_FREE);
    }
    if (refusal.isEmpty()) {
      records.change(reservation.span(), reservation.elements(), true);
    }
    return refusal;
  }

  /** Frees elements over a span; refused unless all are busy throughout. */
  public Optional<RectangleRefusal> delete(ElementReservation reservation) {
    var refusal = refusalOfBusy(reservation);
    if (refusal.isEmpty()) {
      records.change(reservation.span(), reservation.elements(), false);
    }
    return refusal;
  }

  /**
   * Frees what a reservation has and {@code kept} has not: time before and behind it, and elements.
   * Refused unless {@code kept} is a part of it, and all of it is busy.
   */
  public Optional<RectangleRefusal> shrink(
      ElementReservation reservation, ElementReservation kept) {
    var refusal = refusalOfBusy(reservation).or(() -> refusalOf(kept.elements()));
    if (refusal.isEmpty() && !reservation.contains(kept)) {
      refusal = Optional.of(RectangleRefusal.NO_PART);
    }
    if (refusal.isEmpty()) {
      var span = reservation.span();
      free(span.start(), kept.span().start(), reservation.elements());
      free(kept.span().end(), span.end(), reservation.elements());
      free(kept.span().start(), kept.span().end(), reservation.elements().without(kept.elements()));
    }
    return refusal;
  }

  private void free(long start, long end, ElementSet set) {
    if (start < end && set.size() > 0) {
      records.change(new Span(start, end), set, false);
    }
  }

  private Optional<RectangleRefusal> refusalOf(ElementSet set) {
    if (set.size() == 0) {
      return Optional.of(RectangleRefusal.NO_ELEMENTS);
    }
    return all.containsAll(set) ? Optional.empty() : Optional.of(RectangleRefusal.NO_SUCH_ELEMENTS);
  }

  private Optional<RectangleRefusal> refusalOfBusy(ElementReservation reservation) {
    var refusal = refusalOf(reservation.elements());
    return refusal.isPresent() || records.allBusy(reservation.span(), reservation.elements())
        ? refusal
        : Optional.of(RectangleRefusal.NOT_RESERVED);
  }

  @Override
  public RectangleAnswer find(RectangleRequest request, RectanglePolicy policy) {
    return find(request, policy, all);
  }

  /** The same among some of the elements, as if there were no others. */
  public RectangleAnswer find(RectangleRequest request, RectanglePolicy policy, ElementSet usable) {
    if (request.elements() < 1) {
      return new RectangleAnswer.Refused(RectangleRefusal.NO_ELEMENTS);
    }
    if (request.durationTicks() < 1 || request.ready() < 0) {
      return new RectangleAnswer.Refused(RectangleRefusal.NO_TIME);
    }
    if (request.elements() > usable.size() || !all.containsAll(usable)) {
      return new RectangleAnswer.Refused(RectangleRefusal.NO_SUCH_ELEMENTS);
    }
    // a deadline before 0 would overflow
    if (request.deadline() < request.ready()
        || request.deadline() - request.ready() < request.durationTicks()) {
      return new RectangleAnswer.Refused(RectangleRefusal.DEADLINE_TOO_EARLY);
    }
    return search.find(request, policy, usable);
  }

  @Override
  public int feasibleStarts(RectangleRequest request) {
    return feasibleStarts(request, all);
  }

  /** The same among some of the elements, as if there were no others. */
  public int feasibleStarts(RectangleRequest request, ElementSet usable) {
    var counting = new CountingPolicy(COUNTED);
    find(request, counting.policy(), usable);
    return counting.feasibleStarts();
  }
}
