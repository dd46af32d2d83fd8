package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * List of the paper on parallel reservations in its simplest form: all records are traversed for
 * each candidate start and for each lookup of a record.
 */
final class NaiveRepeatedList extends BitSetList {
  /** Creates a list of {@code elements} elements with the given records. */
  NaiveRepeatedList(int elements, List<AvailRecord> records, RectanglePolicy policy) {
    super(elements, records, policy, new ArrayList<>());
  }

  private BitSet busyAt(long tick) {
    var busy = new BitSet();
    for (var entry : entries) {
      if (entry.time() <= tick) {
        busy = entry.busy();
      }
    }
    return (BitSet) busy.clone();
  }

  @Override
  BitSet busyIn(long start, long end) {
    var busy = busyAt(start);
    for (var entry : entries) {
      if (entry.time() > start && entry.time() < end) {
        busy.or(entry.busy());
      }
    }
    return busy;
  }

  @Override
  public void delete(Span span, BitSet elements) {
    split(span);
    for (var entry : entries) {
      if (span.start() <= entry.time() && entry.time() < span.end()) {
        entry.busy().andNot(elements);
      }
    }
    merge();
  }

  @Override
  public void add(Span span, BitSet elements) {
    if (busyIn(span.start(), span.end()).intersects(elements)) {
      // the tree has made the same change before
      throw new IllegalStateException("the naive list refuses a change");
    }
    split(span);
    for (var entry : entries) {
      if (span.start() <= entry.time() && entry.time() < span.end()) {
        entry.busy().or(elements);
      }
    }
    merge();
  }

  private void split(Span span) {
    split(span.start());
    split(span.end());
  }

  private void split(long time) {
    int index = 0;
    for (var entry : entries) {
      if (entry.time() == time) {
        return;
      }
      index += entry.time() < time ? 1 : 0;
    }
    entries.add(index, new Entry(time, busyAt(time)));
  }

  /** Removes records that change nothing. */
  private void merge() {
    var before = new BitSet();
    for (var each = entries.iterator(); each.hasNext(); ) {
      var busy = each.next().busy();
      if (busy.equals(before)) {
        each.remove();
      }
      before = busy;
    }
  }

  @Override
  SortedSet<Long> starts(RectangleRequest request) {
    long latest = request.deadline() - request.durationTicks();
    var starts = new TreeSet<>(List.of(request.ready(), latest));
    for (var entry : entries) {
      starts.add(entry.time());
      starts.add(entry.time() - request.durationTicks());
    }
    return starts.subSet(request.ready(), true, latest, true);
  }

  @Override
  long length(long start, BitSet free, RectangleRequest request) {
    long begin = AvailabilityRectangle.NO_BEGIN;
    long end = request.deadline();
    boolean isBlocked = false;
    for (var entry : entries) {
      boolean meets = free.intersects(entry.busy());
      if (entry.time() <= start) {
        begin = isBlocked && !meets ? entry.time() : begin;
        isBlocked = meets;
      } else if (meets) {
        end = Math.min(end, entry.time());
      }
    }
    return AvailabilityRectangle.lengthTicks(begin, end);
  }
}
