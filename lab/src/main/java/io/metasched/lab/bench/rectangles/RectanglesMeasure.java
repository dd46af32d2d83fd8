package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.BenchChanges.Step;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.lab.bench.rectangles.RectangleChanges.Size;
import io.metasched.lab.bench.rectangles.RectanglesBenchRow.Times;
import io.metasched.lab.bench.rectangles.RepeatedList.Found;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Measurement of all structures, one after the other, with the same changes. */
final class RectanglesMeasure {
  private static final int COMPARED_CHANGES = 20;
  private static final int STEPS = 3;

  // heap that a structure needs for each byte of the busy sets of its records
  private static final double HEAP_OF_TREE = 2.5;
  private static final double HEAP_WITH_LIST = 6;

  private final Jmh jmh;
  private final double limitSeconds;
  private final String policy;
  private final List<String> faults;

  /**
   * Reservation that the tree finds for a change, and the tree's number of records after the
   * change.
   */
  private record Changed(Optional<Found<BitSet>> found, int records) {}

  /**
   * Creates a measurement.
   *
   * @param limitSeconds limit of the processor time of a list's first changes
   * @param policy name of the policy that selects a start
   * @param faults receives differences between the structures
   */
  RectanglesMeasure(Jmh jmh, double limitSeconds, String policy, List<String> faults) {
    StoppingRule.requireSeconds("--limit", limitSeconds);
    this.jmh = jmh.dividedBy(STEPS);
    this.limitSeconds = limitSeconds;
    this.policy = policy;
    this.faults = faults;
  }

  /** Returns the rows. The tree is measured first, because the lists repeat its changes. */
  List<RectanglesBenchRow> rows(Size size) {
    if (!size.fits(HEAP_OF_TREE)) {
      return Stream.of(RectangleStructure.values()).map(each -> givenUp(size, each)).toList();
    }
    var tree = RectangleChanges.of(RectangleStructure.TREE, size, policy);
    int records = tree.records();
    var changes = new ArrayList<Changed>();
    for (int i = 0; i < COMPARED_CHANGES; i++) {
      tree.change();
      changes.add(new Changed(tree.found(), tree.records()));
    }
    var times = times(size, RectangleStructure.TREE);
    return List.of(
        row(size, RectangleStructure.TREE, records, times, times),
        repeated(size, RectangleStructure.LINKED, changes, times),
        repeated(size, RectangleStructure.NAIVE, changes, times));
  }

  private static RectanglesBenchRow row(
      Size size, RectangleStructure structure, int records, Times times, Times tree) {
    return new RectanglesBenchRow(
        size, structure, OptionalInt.of(records), Optional.of(times), Optional.of(tree));
  }

  private static RectanglesBenchRow givenUp(Size size, RectangleStructure structure) {
    return new RectanglesBenchRow(
        size, structure, OptionalInt.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns the row of a list, unless it takes too long to repeat the changes. */
  private RectanglesBenchRow repeated(
      Size size, RectangleStructure structure, List<Changed> changes, Times tree) {
    if (!size.fits(HEAP_WITH_LIST)) {
      return givenUp(size, structure);
    }
    var list = RectangleChanges.of(structure, size, policy);
    int records = list.records();
    double begun = Measurements.processorSeconds();
    for (var change : changes) {
      if (Measurements.processorSeconds() - begun > limitSeconds) {
        return givenUp(size, structure);
      }
      list.change();
      var same = new Changed(list.found(), list.records());
      if (!same.equals(change)) {
        faults.add("%s: the tree has %s, the %s %s".formatted(size, change, structure.label, same));
        break;
      }
    }
    return row(size, structure, records, times(size, structure), tree);
  }

  private Times times(Size size, RectangleStructure structure) {
    return new Times(
        time(size, structure, Step.REMOVE),
        time(size, structure, Step.FIND),
        time(size, structure, Step.ADD));
  }

  private Jmh.Times time(Size size, RectangleStructure structure, Step step) {
    return jmh.times(
        RectanglesBenchmark.class,
        "step",
        Map.of(
            "elements", size.elements(),
            "reservations", size.reservations(),
            "policy", policy,
            "structure", structure,
            "step", step));
  }
}
