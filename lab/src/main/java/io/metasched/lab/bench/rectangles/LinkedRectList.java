package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.BitSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Availability list of the paper on parallel reservations, section 4: a linked list of records with
 * bit sets of busy elements, traversed from its beginning. A search copies it into an array, unites
 * the records that each candidate start spans, and extends each feasible one.
 *
 * <p>Departure: there is no additional sorted set of times, because one traversal of the list finds
 * all records of a span. Operations are not checked.
 */
@SuppressWarnings("JdkObsolete") // the paper uses a linked list
final class LinkedRectList implements RepeatedList<BitSet> {
  private static final BitSet NOTHING = new BitSet();

  private final LinkedList<Entry> entries = new LinkedList<>();
  private final BitSet all = new BitSet();
  private final RectanglePolicy policy;

  private record Entry(long time, BitSet busy) {}

  /** Creates a list of {@code elements} elements with the given records. */
  LinkedRectList(int elements, List<AvailRecord> records, RectanglePolicy policy) {
    all.set(0, elements);
    this.policy = policy;
    records.forEach(each -> entries.add(new Entry(each.tick(), RepeatedList.bitsOf(each.busy()))));
  }

  @Override
  public BitSet own(ElementSet elements) {
    return RepeatedList.bitsOf(elements);
  }

  @Override
  public BitSet bits(BitSet elements) {
    return elements;
  }

  @Override
  public int size() {
    return entries.size();
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
  public Optional<Found<BitSet>> find(RectangleRequest request) {
    var records = entries.toArray(Entry[]::new);
    @Nullable BitSet best = null;
    long bestStart = 0;
    long bestScore = 0;
    for (long start : starts(records, request)) {
      int from = Math.max(0, before(records, start));
      var free = (BitSet) all.clone();
      for (int i = from; i < records.length && records[i].time() < end(start, request); i++) {
        free.andNot(records[i].busy());
      }
      int count = free.cardinality();
      if (count >= request.elements()) {
        long length = length(records, from, free, start, request);
        long score = policy.score().of(count, length);
        if (best == null || score < bestScore) {
          best = free;
          bestStart = start;
          bestScore = score;
        }
      }
    }
    return best == null
        ? Optional.empty()
        : Optional.of(Found.lowest(bestStart, best, request.elements()));
  }

  private static long end(long start, RectangleRequest request) {
    return start + request.durationTicks();
  }

  private static SortedSet<Long> starts(Entry[] records, RectangleRequest request) {
    long latest = request.deadline() - request.durationTicks();
    var starts = new TreeSet<Long>();
    starts.add(request.ready());
    starts.add(latest);
    int from = Math.max(0, before(records, request.ready()));
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

  /** Returns the index of the last record at or before a tick, or -1. */
  private static int before(Entry[] records, long tick) {
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

  /** Returns the total time before and after a start for which the elements stay free. */
  private static long length(
      Entry[] records, int from, BitSet free, long start, RectangleRequest request) {
    int behind = from;
    while (behind < records.length
        && (records[behind].time() < end(start, request)
            || !records[behind].busy().intersects(free))) {
      behind++;
    }
    long end =
        behind < records.length
            ? Math.min(request.deadline(), records[behind].time())
            : request.deadline();
    int first = before(records, start) + 1;
    while (first > 0 && !records[first - 1].busy().intersects(free)) {
      first--;
    }
    return AvailabilityRectangle.lengthTicks(
        first == 0 ? AvailabilityRectangle.NO_BEGIN : records[first].time(), end);
  }
}
