package io.metasched.lab.bench;

import io.metasched.resource.profile.CapacityProfile;
import io.metasched.resource.profile.FixedSlots;
import io.metasched.resource.profile.FreeCapacity;
import io.metasched.resource.profile.LinearProfile;
import io.metasched.resource.profile.ProcessorHold;
import io.metasched.resource.profile.SortedReservations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Measurement of the structures, one after another, with the same requests. */
final class ProfileMeasure {
  private static final int PROCESSORS = ScatteredRequests.PROCESSORS;
  private static final long HOUR = 3600 * ScatteredRequests.TICKS_PER_SECOND;
  private static final long TEN_MINUTES = HOUR / 6;
  private static final int BUILDS = 5;
  private static final int CHANGES_PER_WHOLE_FIT = 16;
  private static final int MOST_CHANGES = 2_000_000;
  private static final double MEDIAN = 50;
  private static final double MOST = 99;
  private static final long SEED_OF_RESERVATIONS = 1;
  private static final long SEED_OF_CHANGES = 2;

  /** Data structure for free capacity over time. */
  enum Structure {
    TREE("tree"),
    LINEAR("linear"),
    SLOTS_10_MIN("slots-10min"),
    SLOTS_1_H("slots-1h");

    final String label;

    Structure(String label) {
      this.label = label;
    }

    FreeCapacity empty() {
      return switch (this) {
        case TREE -> new CapacityProfile(0, PROCESSORS);
        case LINEAR -> new LinearProfile(0, PROCESSORS);
        case SLOTS_10_MIN -> new FixedSlots(TEN_MINUTES, 0, PROCESSORS);
        case SLOTS_1_H -> new FixedSlots(HOUR, 0, PROCESSORS);
      };
    }

    /**
     * Returns whether the structure finds exact starts. Fixed slots round requests up, so they find
     * other starts.
     */
    boolean isExact() {
      return this == TREE || this == LINEAR;
    }
  }

  private final StoppingRule rule;
  private final int count;
  private final List<String> faults;

  // start found by the tree, and its size, for each change
  private final Answers expected = new Answers();

  /** Growing list of numbers. */
  private static final class Answers {
    private long[] values = new long[1024];
    private int size;

    void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }
  }

  /**
   * Prepares requests.
   *
   * @param faults receives the differences between structures
   */
  ProfileMeasure(StoppingRule rule, int reservations, List<String> faults) {
    this.rule = rule;
    this.faults = faults;
    count = reservations;
  }

  /** Returns the rows, the tree's first, because the linear walk is compared with it. */
  List<ProfileRow> rows() {
    var rows = new ArrayList<ProfileRow>();
    var exact = placed(Structure.TREE);
    for (var structure : Structure.values()) {
      rows.add(row(structure, structure.isExact() ? exact.clone() : placed(structure)));
    }
    return rows;
  }

  /**
   * Returns the reservations, each at the earliest start that the structure finds for its request.
   */
  private ProcessorHold[] placed(Structure structure) {
    var requests = new ScatteredRequests(count, SEED_OF_RESERVATIONS);
    var profile = structure.empty();
    var placed = new ProcessorHold[count];
    for (int i = 0; i < count; i++) {
      long length = requests.length();
      int processors = requests.processors();
      long start = profile.earliestStart(requests.ready(), length, processors);
      profile.hold(start, start + length, processors);
      placed[i] = new ProcessorHold(start, start + length, processors);
    }
    return placed;
  }

  private ProfileRow row(Structure structure, ProcessorHold[] held) {
    var profile = structure.empty();
    var sorted = SortedReservations.of(Arrays.asList(held));
    var build = new Histogram(3);
    for (int i = 0; i < BUILDS; i++) {
      long begun = System.nanoTime();
      profile.reset(0, PROCESSORS, sorted);
      build.recordValue(System.nanoTime() - begun);
    }
    int entries = profile.size();

    var hold = new Histogram(3);
    var fit = new Histogram(3);
    var wholeFit = new Histogram(3);
    var release = new Histogram(3);
    long addNanos = 0;
    var requests = new ScatteredRequests(count, SEED_OF_CHANGES);
    long begun = System.nanoTime();
    int changes = 0;
    for (;
        changes < MOST_CHANGES && !rule.isEnough(changes, System.nanoTime() - begun);
        changes++) {
      int index = requests.index(count);
      var old = held[index];
      long ready = requests.ready();
      long length = requests.length();
      int processors = requests.processors();

      long t0 = System.nanoTime();
      profile.release(old.start(), old.end(), old.processors());
      long t1 = System.nanoTime();
      long start = profile.earliestStart(ready, length, processors);
      long t2 = System.nanoTime();
      profile.hold(start, start + length, processors);
      long t3 = System.nanoTime();

      held[index] = new ProcessorHold(start, start + length, processors);
      release.recordValue(t1 - t0);
      fit.recordValue(t2 - t1);
      hold.recordValue(t3 - t2);
      addNanos += t3 - t1;
      compare(structure, 2 * changes, start, profile.size());
      if (changes % CHANGES_PER_WHOLE_FIT == 0) {
        long t4 = System.nanoTime();
        long whole = profile.earliestStart(ready, HOUR, PROCESSORS);
        wholeFit.recordValue(System.nanoTime() - t4);
        if (profile.freeAt(whole) != PROCESSORS) {
          faults.add("%s: not all is free at %d".formatted(structure.label, whole));
        }
      }
    }
    return new ProfileRow(
        count,
        structure,
        entries,
        changes,
        Measurements.micros(build, MEDIAN) / 1000,
        changes * 1e9 / Math.max(1, addNanos),
        Measurements.micros(hold, MEDIAN),
        Measurements.micros(fit, MEDIAN),
        Measurements.micros(fit, MOST),
        Measurements.micros(wholeFit, MEDIAN),
        Measurements.micros(release, MEDIAN),
        Measurements.micros(release, MOST));
  }

  /** Records the answer of the tree; compares the answer of the linear walk with it. */
  private void compare(Structure structure, int at, long start, long entries) {
    if (structure == Structure.TREE) {
      expected.add(start);
      expected.add(entries);
    } else if (structure == Structure.LINEAR
        && faults.isEmpty()
        && at < expected.size
        && (start != expected.values[at] || entries != expected.values[at + 1])) {
      faults.add(
          "%d reservations, change %d: the tree finds %d and has %d entries, the linear walk %d and %d"
              .formatted(
                  count, at / 2, expected.values[at], expected.values[at + 1], start, entries));
    }
  }
}
