package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.BitSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Availability list of the paper on parallel reservations, section 4: a linked list of records with
 * bit sets of busy elements, traversed from its beginning. A search copies the list into an array,
 * unites the records that each candidate start spans, and extends each feasible candidate.
 *
 * <p>Departure: there is no additional sorted set of times, because one traversal of the list finds
 * all records of a span. Operations are not checked.
 */
@SuppressWarnings("JdkObsolete") // the paper uses a linked list
final class LinkedRectList extends BitSetList {
  private static final BitSet NOTHING = new BitSet();

  private Entry[] records = {}; // of the current search

  /** Creates a list of {@code elements} elements with the given records. */
  LinkedRectList(int elements, List<AvailRecord> records, RectanglePolicy policy) {
    super(elements, records, policy, new LinkedList<>());
  }

  @Override
  public void add(Span span, BitSet elements) {
    change(span, elements, true);
  }

  @Override
  public void delete(Span span, BitSet elements) {
    change(span, elements, false);
  }

  private void change(Span span, BitSet elements, boolean isAdded) {
    var each = entries.listIterator();
    var before = NOTHING;
    while (isBefore(each, span.start())) {
      before = each.next().busy();
    }
    require(each, span.start(), before);
    var last = before;
    while (isBefore(each, span.end())) {
      var entry = each.next();
      last = entry.busy();
      change(last, elements, isAdded);
      if (entry.time() == span.start() && last.equals(before)) {
        each.remove();
      }
    }
    var old = (BitSet) last.clone();
    change(old, elements, !isAdded);
    require(each, span.end(), old);
    if (each.next().busy().equals(last)) {
      each.remove();
    }
  }

  private static boolean isBefore(ListIterator<Entry> each, long tick) {
    if (!each.hasNext()) {
      return false;
    }
    long time = each.next().time();
    each.previous();
    return time < tick;
  }

  /**
   * Ensures that the next record is at the given tick; earlier records must precede the iterator.
   */
  private static void require(ListIterator<Entry> each, long tick, BitSet busy) {
    if (!isBefore(each, tick + 1)) {
      each.add(new Entry(tick, (BitSet) busy.clone()));
      each.previous();
    }
  }

  private static void change(BitSet set, BitSet elements, boolean isAdded) {
    if (isAdded) {
      set.or(elements);
    } else {
      set.andNot(elements);
    }
  }

  @Override
  SortedSet<Long> starts(RectangleRequest request) {
    records = entries.toArray(Entry[]::new);
    long latest = request.deadline() - request.durationTicks();
    var starts = new TreeSet<Long>();
    starts.add(request.ready());
    starts.add(latest);
    int from = Math.max(0, before(request.ready()));
    for (int i = from; i < records.length && records[i].time() <= request.deadline(); i++) {
      for (long start :
          new long[] {records[i].time(), records[i].time() - request.durationTicks()}) {
        if (start >= request.ready() && start <= latest) {
          starts.add(start);
        }
      }
    }
    return starts;
  }

  @Override
  BitSet busyIn(long start, long end) {
    var busy = new BitSet();
    int from = Math.max(0, before(start));
    for (int i = from; i < records.length && records[i].time() < end; i++) {
      busy.or(records[i].busy());
    }
    return busy;
  }

  /** Returns the index of the last record at or before a tick, or -1. */
  private int before(long tick) {
    int low = 0;
    int high = records.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (records[middle].time() <= tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  @Override
  long length(long start, BitSet free, RectangleRequest request) {
    int next = Math.max(0, before(start));
    while (next < records.length
        && (records[next].time() < start + request.durationTicks()
            || !records[next].busy().intersects(free))) {
      next++;
    }
    long end =
        next < records.length
            ? Math.min(request.deadline(), records[next].time())
            : request.deadline();
    int first = before(start) + 1;
    while (first > 0 && !records[first - 1].busy().intersects(free)) {
      first--;
    }
    return AvailabilityRectangle.lengthTicks(
        first == 0 ? AvailabilityRectangle.NO_BEGIN : records[first].time(), end);
  }
}
