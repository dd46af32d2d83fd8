package io.metasched.simulation.system.rectangles.rule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The checker's own availability of a multiprocessor: the busy elements from each tick on, in a
 * sorted map, searched start by start. Independent of the structure that is checked.
 */
public final class NaiveRectangles {
  private final NavigableMap<Long, BitSet> busyFrom = new TreeMap<>();

  /**
   * Feasible start with its maximal availability rectangle.
   *
   * @param start start of the reservation
   * @param end end with the slowest element that may be taken
   * @param begin begin of the rectangle, -1 if it has none
   * @param rectangleEnd end of the rectangle, at most the deadline
   * @param free elements free in the rectangle
   * @param count number of required elements
   */
  public record Candidate(
      long start, long end, long begin, long rectangleEnd, BitSet free, int count) {

    /** Returns the required number of elements with the lowest indices. */
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

  NaiveRectangles() {
    busyFrom.put(Long.MIN_VALUE, new BitSet());
  }

  /** Marks elements as busy; returns false without any change if one of them is already busy. */
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

  /** Removes entries that are equal to the previous one. */
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
   * Returns the feasible starts of elements for a duration, in the order of time.
   *
   * @param usable elements that may be taken
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
   * Returns the candidate starts, feasible or not, in the order of time. The maximum number of
   * elements that are free throughout is reached at one of these starts.
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

  /** Returns the usable elements that are free during a whole span. */
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
}
