package io.metasched.lab.bench;

import io.metasched.resource.profile.FreeCapacity;
import io.metasched.resource.profile.ProcessorHold;
import io.metasched.resource.profile.SortedReservations;
import java.util.Arrays;

/**
 * Structure full of reservations. Each change releases a reservation, and finds and holds the
 * earliest start of another reservation.
 */
final class ProfileChanges extends BenchChanges {
  private static final long SEED = 2;

  private final ProcessorHold[] held;
  private final FreeCapacity profile;
  private final SortedReservations sorted;
  private final ScatteredRequests requests;
  private int index;
  private long ready;
  private long length;
  private int processors;
  private long start;

  ProfileChanges(ProfileStructure structure, int reservations) {
    held = structure.placed(reservations);
    profile = structure.empty();
    sorted = SortedReservations.of(Arrays.asList(held));
    requests = new ScatteredRequests(reservations, SEED);
    build();
  }

  @Override
  protected void draw() {
    index = requests.index(held.length);
    ready = requests.ready();
    length = requests.length();
    processors = requests.processors();
  }

  @Override
  protected void remove() {
    var old = held[index];
    profile.release(old.start(), old.end(), old.processors());
  }

  @Override
  protected void find() {
    start = profile.earliestStart(ready, length, processors);
  }

  @Override
  protected void add() {
    profile.hold(start, start + length, processors);
    held[index] = new ProcessorHold(start, start + length, processors);
  }

  /** Builds the structure in one pass from its initial reservations. */
  void build() {
    profile.reset(0, ScatteredRequests.PROCESSORS, sorted);
  }

  /** Returns the earliest start of an hour in which all processors are free. */
  long wholeFit() {
    return profile.earliestStart(ready, ScatteredRequests.HOUR, ScatteredRequests.PROCESSORS);
  }

  /** Returns the start that was found last. */
  long start() {
    return start;
  }

  /** Returns whether all processors are free at a tick. */
  boolean isWholeFree(long tick) {
    return profile.freeAt(tick) == ScatteredRequests.PROCESSORS;
  }

  /** Returns the number of slots in the structure. */
  int entries() {
    return profile.size();
  }
}
