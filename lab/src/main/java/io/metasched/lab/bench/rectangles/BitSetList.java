package io.metasched.lab.bench.rectangles;

import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * List of records with bit sets of busy elements, which rates all candidate starts of a request.
 */
abstract class BitSetList implements RepeatedList<BitSet> {
  final List<Entry> entries;

  private final BitSet all = new BitSet();
  private final RectanglePolicy policy;

  /** Elements that are busy from a tick on, until the next record. */
  record Entry(long time, BitSet busy) {}

  /**
   * Creates a list of {@code elements} elements with the given records.
   *
   * @param entries empty list, which receives the records
   */
  BitSetList(int elements, List<AvailRecord> records, RectanglePolicy policy, List<Entry> entries) {
    all.set(0, elements);
    this.policy = policy;
    this.entries = entries;
    records.forEach(each -> entries.add(new Entry(each.tick(), RepeatedList.bitsOf(each.busy()))));
  }

  @Override
  public final BitSet own(ElementSet elements) {
    return RepeatedList.bitsOf(elements);
  }

  @Override
  public final BitSet bits(BitSet elements) {
    return elements;
  }

  @Override
  public final int size() {
    return entries.size();
  }

  @Override
  public final Optional<Found<BitSet>> find(RectangleRequest request) {
    @Nullable BitSet best = null;
    long bestStart = 0;
    long bestScore = 0;
    for (long start : starts(request)) {
      var free = (BitSet) all.clone();
      free.andNot(busyIn(start, start + request.durationTicks()));
      int count = free.cardinality();
      if (count >= request.elements()) {
        long score = policy.score().of(count, length(start, free, request));
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

  /** Returns the candidate starts of a request. */
  abstract SortedSet<Long> starts(RectangleRequest request);

  /** Returns the elements that are busy at some tick of a span. */
  abstract BitSet busyIn(long start, long end);

  /** Returns the total time before and after a start for which the free elements stay free. */
  abstract long length(long start, BitSet free, RectangleRequest request);
}
