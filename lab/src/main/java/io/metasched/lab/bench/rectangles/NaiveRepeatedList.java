package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * List of the paper on parallel reservations in its simplest form: all records are traversed for
 * each candidate start and for each lookup of a record.
 */
final class NaiveRepeatedList implements RepeatedList<BitSet> {
  private final List<Entry> entries = new ArrayList<>();
  private final BitSet all = new BitSet();
  private final RectanglePolicy policy;

  private record Entry(long time, BitSet busy) {}

  /** Creates a list of {@code elements} elements with the given records. */
  NaiveRepeatedList(int elements, List<AvailRecord> records, RectanglePolicy policy) {
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

  private BitSet busyAt(long tick) {
    var busy = new BitSet();
    for (var entry : entries) {
      if (entry.time() <= tick) {
        busy = entry.busy();
      }
    }
    return (BitSet) busy.clone();
  }

  private BitSet busyIn(long start, long end) {
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
  public Optional<Found<BitSet>> find(RectangleRequest request) {
    long latest = request.deadline() - request.durationTicks();
    var starts = new TreeSet<>(List.of(request.ready(), latest));
    for (var entry : entries) {
      starts.add(entry.time());
      starts.add(entry.time() - request.durationTicks());
    }
    @Nullable BitSet best = null;
    long bestStart = 0;
    long bestScore = 0;
    for (long start : starts.subSet(request.ready(), true, latest, true)) {
      var free = (BitSet) all.clone();
      free.andNot(busyIn(start, start + request.durationTicks()));
      if (free.cardinality() >= request.elements()) {
        long length = length(start, free, request.deadline());
        long score = policy.score().of(free.cardinality(), length);
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

  /** Returns the total time before and after a start for which the elements stay free. */
  private long length(long start, BitSet free, long deadline) {
    long begin = AvailabilityRectangle.NO_BEGIN;
    long end = deadline;
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
