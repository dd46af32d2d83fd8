package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.StoppingRule;
import io.metasched.lab.bench.rectangles.RectanglesBenchRow.Costs;
import io.metasched.lab.bench.rectangles.RectanglesBenchRow.Structure;
import io.metasched.lab.bench.rectangles.RepeatedList.Found;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.AvailRectList;
import io.metasched.resource.rectangles.ElementReservation;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Measurement of all structures, one after the other, with the same changes. A reservation is
 * deleted, and another one is found and added in its place; if none is found, the deleted one is
 * added again.
 */
final class RectanglesMeasure {
  private static final int MOST_CHANGES = 20_000;
  private static final int FEWEST_CHANGES = 20;
  private static final long SEED_OF_RESERVATIONS = 1;
  private static final long SEED_OF_CHANGES = 2;

  // heap that a structure needs for each byte of the busy sets of its records
  private static final double HEAP_OF_TREE = 2.5;
  private static final double HEAP_WITH_LIST = 6;

  private final StoppingRule rule;
  private final double limitSeconds;
  private final RectanglePolicy policy;
  private final List<String> faults;

  /** Numbers of elements and reservations. */
  record Size(int elements, int reservations) {
    /**
     * Returns whether structures fit into the heap if they need {@code heap} bytes for each byte of
     * sets.
     */
    boolean fits(double heap) {
      return heap * 2 * reservations * elements / Byte.SIZE < Runtime.getRuntime().maxMemory();
    }
  }

  /** Deleted reservation, the one found for a request, and the number of records at that time. */
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
   * Creates a measurement.
   *
   * @param rule rule that ends the measurement of a structure
   * @param limitSeconds limit of the processor time of a list's first changes
   * @param policy name of the policy that selects a start
   * @param faults receives differences between the structures
   */
  RectanglesMeasure(StoppingRule rule, double limitSeconds, String policy, List<String> faults) {
    StoppingRule.requireSeconds("--limit", limitSeconds);
    this.rule = rule;
    this.limitSeconds = limitSeconds;
    this.policy = RectanglePolicies.named(policy).orElseThrow();
    this.faults = faults;
  }

  /** Returns the rows. The tree is measured first, because the lists repeat its changes. */
  List<RectanglesBenchRow> rows(Size size) {
    if (!size.fits(HEAP_OF_TREE)) {
      return Stream.of(Structure.values()).map(each -> givenUp(size, each)).toList();
    }
    var list = new AvailRectList(size.elements());
    var reserved = reserved(size, list);
    // initial records of the lists
    var records = size.fits(HEAP_WITH_LIST) ? list.records() : List.<AvailRecord>of();
    var changes = new ArrayList<Change>();
    int before = list.size();
    var times = tree(size, list, reserved, changes);
    var tree = row(size, Structure.TREE, before, times.costs(times));
    if (records.isEmpty()) {
      return List.of(tree, givenUp(size, Structure.LINKED), givenUp(size, Structure.NAIVE));
    }
    int elements = size.elements();
    return List.of(
        tree,
        repeated(
            size, Structure.LINKED, new LinkedRectList(elements, records, policy), changes, times),
        repeated(
            size,
            Structure.NAIVE,
            new NaiveRepeatedList(elements, records, policy),
            changes,
            times));
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

  private RectanglesBenchRow repeated(
      Size size, Structure structure, RepeatedList list, List<Change> changes, ChangeTimes base) {
    var times = new ChangeTimes();
    int records = list.size();
    int done = 0;
    long begun = System.nanoTime();
    while (done < changes.size() && !isEnough(done, System.nanoTime() - begun)) {
      if (done < FEWEST_CHANGES && times.seconds() > limitSeconds) {
        return givenUp(size, structure);
      }
      var change = changes.get(done);
      var old = RepeatedList.bits(change.old().elements());
      var added = RepeatedList.bits(change.added().elements());

      times.begin();
      list.delete(change.old().span(), old);
      times.deleted();
      times.begin();
      var found = list.find(change.request());
      times.found();
      times.begin();
      list.add(change.added().span(), added);
      times.added();

      boolean isSame =
          found.equals(change.found().map(one -> new Found(one.span().start(), added)));
      if (!isSame || list.size() != change.records()) {
        faults.add(
            "%s, change %d: the tree finds %s and has %d records, the %s %s and %d"
                .formatted(
                    size,
                    done,
                    change.found(),
                    change.records(),
                    structure.label,
                    found,
                    list.size()));
        break;
      }
      done++;
    }
    return row(size, structure, records, times.costs(base));
  }

  /**
   * Returns whether a list has been measured well enough. It makes some changes regardless of their
   * time, within the limit.
   */
  private boolean isEnough(int done, long nanos) {
    return done >= FEWEST_CHANGES && rule.isEnough(done, nanos);
  }
}
