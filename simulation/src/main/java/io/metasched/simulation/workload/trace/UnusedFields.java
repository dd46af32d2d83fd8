package io.metasched.simulation.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Counter of the jobs of a log that name a queue, a partition or memory, which no system honours.
 */
final class UnusedFields {
  private static final int MOST_NAMES = 10_000;

  /** Names in a field, with the number of jobs that have one. */
  private static final class Names {
    private final TreeSet<String> names = new TreeSet<>();
    private int jobs;

    void count(String name) {
      if (!name.isEmpty()) {
        jobs++;
        if (names.size() < MOST_NAMES) {
          names.add(name);
        }
      }
    }
  }

  private final Names queues = new Names();
  private final Names partitions = new Names();
  private int memory;

  void count(LoggedJob.Place place) {
    queues.count(place.queue());
    partitions.count(place.partition());
    memory += place.asksForMemory() ? 1 : 0;
  }

  /**
   * Returns notes on values that are not honoured; a single queue or partition makes no difference.
   */
  List<String> notes() {
    var notes = new ArrayList<String>();
    add(notes, "queue", queues, "all wait in one queue");
    add(notes, "partition", partitions, "each may have any processors");
    if (memory > 0) {
      notes.add(
          "memory: %d jobs ask for it, not honoured: processors alone count".formatted(memory));
    }
    return notes;
  }

  private static void add(List<String> notes, String field, Names names, String instead) {
    if (names.names.size() > 1) {
      notes.add(
          "%s: %d jobs name one of %d, not honoured: %s"
              .formatted(field, names.jobs, names.names.size(), instead));
    }
  }
}
