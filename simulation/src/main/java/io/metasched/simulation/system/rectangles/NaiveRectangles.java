package io.metasched.simulation.system.rectangles;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The availability of a multiprocessor as the checker keeps it: the busy elements from each tick
 * on, in a sorted map, searched start by start. Written apart from the structure that is checked.
 */
final class NaiveRectangles {
  private final int elements;
  private final NavigableMap<Long, BitSet> busyFrom = new TreeMap<>();

  /**
   * A feasible start with its maximal availability rectangle.
   *
   * @param start when the elements would be taken
   * @param end when the slowest element that may be taken would be done
   * @param begin of the rectangle, -1 where it has none
   * @param rectangleEnd its end, at most the deadline
   * @param free the elements free in it
   * @param count how many of them are needed
   */
  record Candidate(long start, long end, long begin, long rectangleEnd, BitSet free, int count) {

    /** The elements of lowest index that are needed. */
    BitSet lowest() {
      var lowest = new BitSet();
      int at = -1;
      for (int i = 0; i < count; i++) {
        at = free.nextSetBit(at + 1);
        lowest.set(at);
      }
      return lowest;
    }
  }

  NaiveRectangles(int elements) {
    this.elements = elements;
    busyFrom.put(Long.MIN_VALUE, new BitSet());
  }

  /** The busy elements from each tick on; none before the second one. */
  NavigableMap<Long, BitSet> busyFrom() {
    return busyFrom;
  }

  /** Makes elements busy; false, and nothing changes, where one of them is already. */
  boolean take(long start, long end, BitSet set) {
    for (var busy : spanned(start, end)) {
      if (busy.intersects(set)) {
        return false;
      }
    }
    split(start);
    split(end);
    busyFrom.subMap(start, end).values().forEach(busy -> busy.or(set));
    merge(start, end);
    return true;
  }

  /** Frees elements. */
  void free(long start, long end, BitSet set) {
    split(start);
    split(end);
    busyFrom.subMap(start, end).values().forEach(busy -> busy.andNot(set));
    merge(start, end);
  }

  private Iterable<BitSet> spanned(long start, long end) {
    return busyFrom.subMap(busyFrom.floorKey(start), true, end, false).values();
  }

  private void split(long tick) {
    busyFrom.computeIfAbsent(tick, t -> (BitSet) busyFrom.floorEntry(t).getValue().clone());
  }

  /** Takes out what does not differ from what is before. */
  private void merge(long start, long end) {
    var before = busyFrom.lowerEntry(start).getValue();
    var each = busyFrom.subMap(start, true, end, true).values().iterator();
    while (each.hasNext()) {
      var busy = each.next();
      if (busy.equals(before)) {
        each.remove();
      }
      before = busy;
    }
  }

  /**
   * The feasible starts of elements for a duration, in the order of time.
   *
   * @param usable the elements that may be taken
   */
  List<Candidate> candidates(
      long ready, long deadline, long durationTicks, int count, BitSet usable) {
    var feasible = new ArrayList<Candidate>();
    for (long start : starts(ready, deadline, durationTicks)) {
      var free = freeThroughout(start, start + durationTicks, usable);
      if (free.cardinality() >= count) {
        feasible.add(
            new Candidate(
                start,
                start + durationTicks,
                begin(start, free),
                end(start + durationTicks, deadline, free),
                free,
                count));
      }
    }
    return feasible;
  }

  /**
   * The candidate starts, in the order of time: feasible or not, at one of them most elements are
   * free throughout.
   */
  NavigableSet<Long> starts(long ready, long deadline, long durationTicks) {
    var starts = new TreeSet<Long>();
    long latest = deadline - durationTicks;
    if (latest >= ready) {
      starts.addAll(List.of(ready, latest));
      starts.addAll(busyFrom.subMap(ready, true, latest, true).keySet());
      busyFrom.subMap(ready + durationTicks, true, deadline, true).keySet().stream()
          .map(tick -> tick - durationTicks)
          .forEach(starts::add);
    }
    return starts;
  }

  /** Those of some elements that are free throughout a span. */
  BitSet freeThroughout(long start, long end, BitSet usable) {
    var free = (BitSet) usable.clone();
    spanned(start, end).forEach(free::andNot);
    return free;
  }

  private long begin(long start, BitSet free) {
    long begin = start;
    for (var entry : busyFrom.headMap(start, true).descendingMap().entrySet()) {
      if (entry.getValue().intersects(free)) {
        return begin;
      }
      begin = entry.getKey();
    }
    return -1;
  }

  private long end(long from, long deadline, BitSet free) {
    for (var entry : busyFrom.subMap(from, true, deadline, false).entrySet()) {
      if (entry.getValue().intersects(free)) {
        return entry.getKey();
      }
    }
    return deadline;
  }

  /** All elements. */
  BitSet all() {
    var all = new BitSet(elements);
    all.set(0, elements);
    return all;
  }
}
