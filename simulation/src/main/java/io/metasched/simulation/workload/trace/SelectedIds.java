package io.metasched.simulation.workload.trace;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Ids of the selected jobs with the ordinals of their lines, 12 bytes each, kept only to find
 * duplicates.
 */
final class SelectedIds {
  private long[] ids = new long[1 << 10];
  private int[] ordinals = new int[1 << 10];
  private int size;
  private boolean ascending = true;

  void add(long id, int ordinal) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      ordinals = Arrays.copyOf(ordinals, 2 * size);
    }
    ascending &= size == 0 || ids[size - 1] < id;
    ids[size] = id;
    ordinals[size] = ordinal;
    size++;
  }

  int size() {
    return size;
  }

  /**
   * Returns a predicate for the ids added so far. Cost: a sort if they do not ascend, then log n
   * each.
   */
  LongPredicate lookup() {
    var sorted = Arrays.copyOf(ids, size);
    if (!ascending) {
      Arrays.sort(sorted);
    }
    return id -> Arrays.binarySearch(sorted, id) >= 0;
  }

  /**
   * Checks that no id occurs twice. Cost: none if the ids ascend, which is the usual case;
   * otherwise a sort.
   *
   * @throws TraceException if one does; the message contains the smallest such id and its first two
   *     lines
   */
  void requireDistinct(LogLines lines) {
    if (ascending) {
      return;
    }
    var sorted = Arrays.copyOf(ids, size);
    Arrays.sort(sorted);
    for (int at = 1; at < size; at++) {
      if (sorted[at] == sorted[at - 1]) {
        throw twice(sorted[at], lines);
      }
    }
  }

  private TraceException twice(long id, LogLines lines) {
    int first = indexOf(id, 0);
    int second = indexOf(id, first + 1);
    return new TraceException(
        "%s: field 1 (job number) must be unique, but %d is also the number of %s"
            .formatted(lines.origin(ordinals[second]), id, lines.origin(ordinals[first])));
  }

  private int indexOf(long id, int from) {
    int at = from;
    while (ids[at] != id) {
      at++;
    }
    return at;
  }
}
