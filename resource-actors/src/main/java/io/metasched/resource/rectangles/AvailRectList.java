package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Availability of a cluster of identical processing elements whose identities are known: records
 * (time, busy elements), one for each change of the set. Reservations are added and deleted. A
 * search lists the candidate starts of a request and widens each feasible one to its maximal
 * availability rectangle; a policy selects the start. A refused operation changes nothing.
 *
 * <p>Source: the paper on parallel reservations, section 4. Departure: a B+ tree with unions of
 * busy sets replaces the paper's linked list with a sorted set of times. docs/sources.md lists the
 * interpretations of the paper.
 *
 * <p>Cost, in operations on sets of n / 64 words: O(log r + k) to add or delete a reservation over
 * k of r records. A search costs O(1) for each record from the ready time to the deadline, and
 * O(log r) for each feasible candidate if the policy reads lengths. Confined to one thread.
 */
public final class AvailRectList implements RectangleFinder {
  /**
   * Rows of a tree node, which is also the maximum number of sets moved when a record is inserted.
   */
  private static final int NODE_CAPACITY = 16;

  /**
   * Policy that reads the elements of each feasible start, so that the search visits all feasible
   * starts.
   */
  private static final RectanglePolicy COUNTED =
      new RectanglePolicy(RectanglePolicy.Reads.ELEMENTS, (elements, length) -> 0);

  private final int elements;
  private final ElementSet all;
  private final RecordTree records;
  private final RectangleSearch search;

  /**
   * Creates a cluster of {@code elements} free elements.
   *
   * @throws IllegalArgumentException for fewer than one element
   */
  public AvailRectList(int elements) {
    this(elements, NODE_CAPACITY);
  }

  /** Creates a cluster with tree nodes of the given capacity, at least 4. */
  AvailRectList(int elements, int nodeCapacity) {
    if (elements < 1) {
      throw new IllegalArgumentException("elements must be at least 1, but are " + elements);
    }
    this.elements = elements;
    all = ElementSet.range(0, elements);
    records = new RecordTree(ElementWords.length(elements), nodeCapacity);
    search = new RectangleSearch(records, elements, nodeCapacity);
  }

  /** Returns the number of elements of the cluster. */
  public int elements() {
    return elements;
  }

  /** Returns the number of records. */
  public int size() {
    return records.size();
  }

  /** Returns the records in the order of time. */
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

  /** Returns the elements that are busy at a tick. */
  public ElementSet busyAt(long tick) {
    var leaf = records.leafAt(tick);
    int row = leaf.at(tick);
    return row < 0 ? ElementSet.of() : busy(leaf, row);
  }

  private static ElementSet busy(RecordNode leaf, int row) {
    return ElementSet.ofWords(
        Arrays.copyOfRange(leaf.sets, leaf.offset(row), leaf.offset(row + 1)));
  }

  /** Returns whether all elements of {@code set} are free throughout a span. */
  public boolean isFree(Span span, ElementSet set) {
    return all.containsAll(set)
        && records.firstBusy(span.start(), span.end(), set.words(), set.firstWord(), set.endWord())
            == span.end();
  }

  /** Makes elements busy over a span; refused unless all of them are free throughout the span. */
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

  /** Frees elements over a span; refused unless all of them are busy throughout the span. */
  public Optional<RectangleRefusal> delete(ElementReservation reservation) {
    var refusal = refusalOfBusy(reservation);
    if (refusal.isEmpty()) {
      records.change(reservation.span(), reservation.elements(), false);
    }
    return refusal;
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

  /**
   * Searches as {@link #find(RectangleRequest, RectanglePolicy)} does, but among the elements of
   * {@code usable} only.
   */
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

  /**
   * Counts as {@link #feasibleStarts(RectangleRequest)} does, but among the elements of {@code
   * usable} only.
   */
  public int feasibleStarts(RectangleRequest request, ElementSet usable) {
    var counting = new CountingPolicy(COUNTED);
    find(request, counting.policy(), usable);
    return counting.feasibleStarts();
  }
}
