package io.metasched.lab.bench;

import io.metasched.lab.bench.BenchChanges.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measurement of the structures, one after another, with the same requests. */
final class ProfileMeasure {
  private static final int COMPARED_CHANGES = 500;
  private static final int METHODS = 5;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Jmh jmh;
  private final int count;
  private final List<String> faults;

  /**
   * Creates a measurement.
   *
   * @param faults receives the differences between structures
   */
  ProfileMeasure(Jmh jmh, int reservations, List<String> faults) {
    this.jmh = jmh.dividedBy(METHODS);
    this.faults = faults;
    count = reservations;
  }

  /** Returns a row for each structure. */
  List<ProfileRow> rows() {
    compare();
    var rows = new ArrayList<ProfileRow>();
    for (var structure : ProfileStructure.values()) {
      rows.add(row(structure));
    }
    return rows;
  }

  /**
   * Compares the starts that the tree and the linear walk find, and the numbers of entries of both
   * structures.
   */
  private void compare() {
    var tree = new ProfileChanges(ProfileStructure.TREE, count);
    var linear = new ProfileChanges(ProfileStructure.LINEAR, count);
    for (int i = 0; i < COMPARED_CHANGES && faults.isEmpty(); i++) {
      tree.change();
      linear.change();
      if (tree.start() != linear.start() || tree.entries() != linear.entries()) {
        faults.add(
            "%d reservations, change %d: the tree finds %d and has %d entries, the linear walk %d and %d"
                .formatted(
                    count, i, tree.start(), tree.entries(), linear.start(), linear.entries()));
      }
    }
  }

  private ProfileRow row(ProfileStructure structure) {
    var changes = new ProfileChanges(structure, count);
    int entries = changes.entries();
    changes.change();
    if (!changes.isWholeFree(changes.wholeFit())) {
      faults.add(
          "%s: not all processors are free at %d".formatted(structure.label, changes.wholeFit()));
    }
    var of = Map.of("reservations", count, "structure", structure);
    var build = jmh.times(ProfileBenchmark.class, "build", of);
    var wholeFit = jmh.times(ProfileBenchmark.class, "wholeFit", of);
    var release = step(structure, Step.REMOVE);
    var fit = step(structure, Step.FIND);
    var hold = step(structure, Step.ADD);
    return new ProfileRow(
        count,
        structure,
        entries,
        fit.count(),
        build.p50() / NANOS_PER_MILLI,
        1e9 / (fit.mean() + hold.mean()),
        hold.microsP50(),
        fit.microsP50(),
        fit.microsP99(),
        wholeFit.microsP50(),
        release.microsP50(),
        release.microsP99());
  }

  private Jmh.Times step(ProfileStructure structure, Step step) {
    return jmh.times(
        ProfileBenchmark.class,
        "step",
        Map.of("reservations", count, "structure", structure, "step", step));
  }
}
