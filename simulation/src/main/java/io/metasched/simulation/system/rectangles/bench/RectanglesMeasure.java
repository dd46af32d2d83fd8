package io.metasched.simulation.system.rectangles.bench;

import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.AvailRectList;
import io.metasched.resource.rectangles.ElementReservation;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import io.metasched.simulation.bench.StoppingRule;
import io.metasched.simulation.system.rectangles.bench.LinkedRectList.Found;
import io.metasched.simulation.system.rectangles.bench.RectanglesBenchRow.Costs;
import io.metasched.simulation.system.rectangles.bench.RectanglesBenchRow.Structure;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Measures both structures one after the other with the same changes: a reservation is deleted, and
 * another one found and added in its place; where none is found, it is added again.
 */
final class RectanglesMeasure {
  private static final int MOST_CHANGES = 20_000;
  private static final int FEWEST_CHANGES = 20;
  private static final long SEED_OF_RESERVATIONS = 1;
  private static final long SEED_OF_CHANGES = 2;

  // heap that a structure needs for each byte of the busy sets of its records
  private static final double HEAP_OF_TREE = 2.5;
  private static final double HEAP_OF_BOTH = 6;

  private final StoppingRule rule;
  private final double limitSeconds;
  private final RectanglePolicy policy;
  private final List<String> faults;

  /** A size. */
  record Size(int elements, int reservations) {
    /** Whether structures that need so much heap for each byte of sets fit into it. */
    boolean fits(double heap) {
      return heap * 2 * reservations * elements / Byte.SIZE < Runtime.getRuntime().maxMemory();
    }
  }

  /**
   * A reservation that was deleted, the one that was found for a request, and how many records
   * there were then.
   */
  private record Change(
      ElementReservation old,
      RectangleRequest request,
      Optional<ElementReservation> found,
      int records) {
    ElementReservation added() {
      return found.orElse(old);
    }
  }

  /**
   * Measures nothing yet.
   *
   * @param rule when a structure is measured well enough
   * @param limitSeconds how long the first changes of the linked list may take
   * @param faults takes what does not agree
   */
  RectanglesMeasure(
      StoppingRule rule, double limitSeconds, RectanglePolicy policy, List<String> faults) {
    StoppingRule.requireSeconds("--limit", limitSeconds);
    this.rule = rule;
    this.limitSeconds = limitSeconds;
    this.policy = policy;
    this.faults = faults;
  }

  /** The rows; the tree's comes first, as the linked list repeats what it has done. */
  List<RectanglesBenchRow> rows(Size size) {
    if (!size.fits(HEAP_OF_TREE)) {
      return List.of(givenUp(size, Structure.TREE), givenUp(size, Structure.LINKED));
    }
    var list = new AvailRectList(size.elements());
    var reserved = reserved(size, list);
    // what the linked list begins with
    var records = size.fits(HEAP_OF_BOTH) ? list.records() : List.<AvailRecord>of();
    var changes = new ArrayList<Change>();
    var rows = new ArrayList<RectanglesBenchRow>();
    int before = list.size();
    var times = tree(size, list, reserved, changes);
    rows.add(row(size, Structure.TREE, before, times.costs(times)));
    rows.add(
        records.isEmpty()
            ? givenUp(size, Structure.LINKED)
            : linked(size, new LinkedRectList(size.elements(), records), changes, times));
    return rows;
  }

  private static RectanglesBenchRow row(Size size, Structure structure, int records, Costs costs) {
    return new RectanglesBenchRow(size, structure, OptionalInt.of(records), costs);
  }

  private static RectanglesBenchRow givenUp(Size size, Structure structure) {
    return new RectanglesBenchRow(size, structure, OptionalInt.empty(), Costs.NONE);
  }

  private ElementReservation[] reserved(Size size, AvailRectList list) {
    var requests =
        new ScatteredReservations(size.elements(), size.reservations(), SEED_OF_RESERVATIONS);
    var reserved = new ElementReservation[size.reservations()];
    for (int i = 0; i < reserved.length; ) {
      if (list.find(requests.next(), policy) instanceof RectangleAnswer.Found found) {
        reserved[i++] = found.reservation();
        list.add(found.reservation());
      }
    }
    return reserved;
  }

  private ChangeTimes tree(
      Size size, AvailRectList list, ElementReservation[] reserved, List<Change> changes) {
    var requests = new ScatteredReservations(size.elements(), size.reservations(), SEED_OF_CHANGES);
    var times = new ChangeTimes();
    long begun = System.nanoTime();
    while (changes.size() < MOST_CHANGES
        && !rule.isEnough(changes.size(), System.nanoTime() - begun)) {
      int index = requests.index(reserved.length);
      var old = reserved[index];
      var request = requests.next();

      times.begin();
      var notDeleted = list.delete(old);
      times.deleted();
      times.begin();
      var answer = list.find(request, policy);
      times.found();
      var found =
          answer instanceof RectangleAnswer.Found one
              ? Optional.of(one.reservation())
              : Optional.<ElementReservation>empty();
      var added = found.orElse(old);
      times.begin();
      var notAdded = list.add(added);
      times.added();

      reserved[index] = added;
      changes.add(new Change(old, request, found, list.size()));
      if (notDeleted.isPresent() || notAdded.isPresent()) {
        faults.add("%s: the tree refuses a change".formatted(size));
        break;
      }
    }
    return times;
  }

  private RectanglesBenchRow linked(
      Size size, LinkedRectList list, List<Change> changes, ChangeTimes base) {
    var times = new ChangeTimes();
    int records = list.size();
    int done = 0;
    long begun = System.nanoTime();
    while (done < changes.size() && !rule.isEnough(done, System.nanoTime() - begun)) {
      if (done < FEWEST_CHANGES && System.nanoTime() - begun > limitSeconds * 1e9) {
        return givenUp(size, Structure.LINKED);
      }
      var change = changes.get(done);
      var old = bits(change.old());
      var added = bits(change.added());

      times.begin();
      list.delete(change.old().span(), old);
      times.deleted();
      times.begin();
      var found = list.find(change.request(), policy);
      times.found();
      times.begin();
      list.add(change.added().span(), added);
      times.added();

      boolean isSame =
          found.equals(change.found().map(one -> new Found(one.span().start(), added)));
      if (!isSame || list.size() != change.records()) {
        faults.add(
            "%s, change %d: the tree finds %s and has %d records, the linked list %s and %d"
                .formatted(size, done, change.found(), change.records(), found, list.size()));
        break;
      }
      done++;
    }
    return row(size, Structure.LINKED, records, times.costs(base));
  }

  private static BitSet bits(ElementReservation reservation) {
    var bits = new BitSet();
    reservation.elements().indices().forEach(bits::set);
    return bits;
  }
}
