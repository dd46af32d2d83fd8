package io.metasched.lab.bench;

import io.metasched.resource.profile.CapacityProfile;
import io.metasched.resource.profile.FixedSlots;
import io.metasched.resource.profile.FreeCapacity;
import io.metasched.resource.profile.LinearProfile;
import io.metasched.resource.profile.ProcessorHold;

/** Data structure for free capacity over time. */
public enum ProfileStructure {
  /** The tree of the program. */
  TREE("tree"),
  /** The list of the hierarchical reservation paper. */
  LINEAR("linear"),
  /** Slots of ten minutes. */
  SLOTS_10_MIN("slots-10min"),
  /** Slots of an hour. */
  SLOTS_1_H("slots-1h");

  private static final long TEN_MINUTES = ScatteredRequests.HOUR / 6;
  private static final long SEED = 1;

  final String label;

  ProfileStructure(String label) {
    this.label = label;
  }

  /** Returns a structure without reservations. */
  FreeCapacity empty() {
    int processors = ScatteredRequests.PROCESSORS;
    return switch (this) {
      case TREE -> new CapacityProfile(0, processors);
      case LINEAR -> new LinearProfile(0, processors);
      case SLOTS_10_MIN -> new FixedSlots(TEN_MINUTES, 0, processors);
      case SLOTS_1_H -> new FixedSlots(ScatteredRequests.HOUR, 0, processors);
    };
  }

  /**
   * Returns reservations, each at the earliest start that the structure finds for its request. For
   * the list, the tree places the reservations, because the tree finds the same starts in less
   * time.
   */
  ProcessorHold[] placed(int count) {
    var requests = new ScatteredRequests(count, SEED);
    var profile = this == LINEAR ? TREE.empty() : empty();
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
}
