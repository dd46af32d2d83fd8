package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.RectanglePolicy.Reads;
import java.util.Arrays;

/**
 * Search in a tree of records, one at a time, with arrays that are reused.
 *
 * <p>The candidates are visited in the order of time: the ready time, record times, record times
 * minus the duration, and the latest start. The records that a candidate spans form a window that
 * only moves forward. A record with too few free elements excludes all candidates up to its end.
 */
final class RectangleSearch {
  private static final long NONE = Long.MAX_VALUE;

  private final RecordTree tree;
  private final int elements;
  private final int words;
  private final int capacity;
  private final WindowUnion window;
  private final long[] usable;
  private final long[] free;
  private final long[] bestFree;

  // leaves of the records from the ready time to the deadline
  private RecordNode[] leaves = new RecordNode[16];
  private int leafCount;
  private long[] times = new long[64];
  private int[] counts = new int[64];
  private int[] places = new int[64];
  private int size;

  // the rectangle widened last, and the number of its elements
  private int widened;
  private long begin;
  private long end;

  RectangleSearch(RecordTree tree, int elements, int capacity) {
    this.tree = tree;
    this.elements = elements;
    this.capacity = capacity;
    words = ElementWords.length(elements);
    window = new WindowUnion(words, capacity);
    usable = new long[words];
    free = new long[words];
    bestFree = new long[words];
  }

  /** Returns the best start of a valid request. */
  RectangleAnswer find(RectangleRequest request, RectanglePolicy policy, ElementSet among) {
    Arrays.fill(usable, 0);
    System.arraycopy(among.words(), 0, usable, 0, among.endWord());
    gather(request.ready(), request.deadline());
    long start = choose(request, policy);
    if (start < 0) {
      return new RectangleAnswer.Refused(RectangleRefusal.NOT_FREE);
    }
    System.arraycopy(bestFree, 0, free, 0, words);
    widen(start, request);
    var all = ElementSet.ofWords(bestFree);
    var span = Span.of(start, request.durationTicks());
    return new RectangleAnswer.Found(
        new ElementReservation(span, all.lowest(request.elements())),
        new AvailabilityRectangle(begin, end, all));
  }

  private long choose(RectangleRequest request, RectanglePolicy policy) {
    long duration = request.durationTicks();
    long latest = request.deadline() - duration;
    int mostBusy = elements - request.elements();
    long bestStart = -1;
    long bestScore = 0;
    long start = request.ready();
    long blockedUntil = start;
    int left = -1; // the record that covers the start
    int right = 0; // the first record after the window
    widened = 0;

    while (true) {
      while (left + 1 < size && times[left + 1] <= start) {
        left++;
      }
      for (; right < size && times[right] < start + duration; right++) {
        if (counts[right] > mostBusy) {
          blockedUntil = right + 1 < size ? times[right + 1] : NONE;
        }
      }
      if (blockedUntil > latest) {
        return bestStart;
      }
      if (start >= blockedUntil) {
        int count = freeBetween(Math.max(left, 0), right);
        if (count >= request.elements()) {
          long score = score(start, count, request, policy);
          if (bestStart < 0 || score < bestScore) {
            bestStart = start;
            bestScore = score;
            System.arraycopy(free, 0, bestFree, 0, words);
          }
          if (policy.reads() == Reads.NOTHING) {
            return bestStart;
          }
        }
      }
      if (start == latest) {
        return bestStart;
      }
      start = next(start, duration, latest, left + 1, right);
    }
  }

  private long next(long start, long duration, long latest, int left, int right) {
    long next = latest;
    if (left < size) {
      next = Math.min(next, times[left]);
    }
    // this candidate was chosen because a record begins at the end of its window
    int after = right < size && times[right] == start + duration ? right + 1 : right;
    return after < size ? Math.min(next, times[after] - duration) : next;
  }

  /** Finds the elements that are free in a window of records, possibly none. */
  private int freeBetween(int from, int to) {
    if (from >= to) {
      System.arraycopy(usable, 0, free, 0, words);
      return ElementWords.count(free, 0, words);
    }
    return window.free(places[from], places[to - 1], usable, free);
  }

  private long score(long start, int count, RectangleRequest request, RectanglePolicy policy) {
    if (policy.reads() != Reads.ELEMENTS_AND_LENGTH) {
      return policy.score().of(count, 0);
    }
    // if the elements are in the previous rectangle and equal in number, the rectangle is the same
    if (count != widened || start + request.durationTicks() > end) {
      widen(start, request);
      widened = count;
    }
    return policy.score().of(count, AvailabilityRectangle.lengthTicks(begin, end));
  }

  /**
   * Widens the rectangle of a start in both directions as long as all of its elements stay free.
   */
  private void widen(long start, RectangleRequest request) {
    int low = 0;
    int high = words;
    while (free[low] == 0) {
      low++;
    }
    while (free[high - 1] == 0) {
      high--;
    }
    begin = tree.freeSince(start, free, low, high, AvailabilityRectangle.NO_BEGIN);
    end = tree.firstBusy(start + request.durationTicks(), request.deadline(), free, low, high);
  }

  private void gather(long from, long to) {
    leafCount = 0;
    size = 0;
    gather(tree.root(), from, to);
    window.reset(leaves);
  }

  private void gather(RecordNode node, long from, long to) {
    int row = Math.max(0, node.at(from));
    if (!node.isLeaf()) {
      for (; row < node.size && node.times[row] < to; row++) {
        gather(node.children[row], from, to);
      }
      return;
    }
    if (leafCount == leaves.length) {
      leaves = Arrays.copyOf(leaves, 2 * leafCount);
    }
    if (size + node.size > times.length) {
      int length = 2 * (size + node.size);
      times = Arrays.copyOf(times, length);
      counts = Arrays.copyOf(counts, length);
      places = Arrays.copyOf(places, length);
    }
    for (; row < node.size && node.times[row] < to; row++) {
      times[size] = node.times[row];
      counts[size] = node.counts[row];
      places[size] = leafCount * capacity + row;
      size++;
    }
    leaves[leafCount++] = node;
  }
}
