package io.metasched.resource.slots;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Vacant time of one node: sorted spans, disjoint and never adjacent.
 *
 * <p>The version grows by one with each change. Confined to one thread. With n spans, a query costs
 * O(log n) and a change O(n).
 */
public final class SlotList {
  private static final long[] NONE = {};

  private long[] starts;
  private long[] ends;
  private int size;
  private long version;

  /** Creates a list without vacant time. */
  public SlotList() {
    starts = NONE;
    ends = NONE;
  }

  /**
   * Creates a list of {@code spans} with a version. The spans must be in order, disjoint and not
   * adjacent.
   */
  public SlotList(List<Span> spans, long version) {
    size = spans.size();
    starts = new long[size];
    ends = new long[size];
    for (int i = 0; i < size; i++) {
      set(i, spans.get(i).start(), spans.get(i).end());
    }
    this.version = version;
  }

  private SlotList(SlotList other) {
    starts = other.starts.clone();
    ends = other.ends.clone();
    size = other.size;
    version = other.version;
  }

  public SlotList copy() {
    return new SlotList(this);
  }

  /**
   * Returns the version. The version grows with every change, so that a reader can check whether an
   * earlier result is still valid.
   */
  public long version() {
    return version;
  }

  public int size() {
    return size;
  }

  /** Returns the vacant spans in order. */
  public List<Span> spans() {
    var spans = new ArrayList<Span>(size);
    for (int i = 0; i < size; i++) {
      spans.add(new Span(starts[i], ends[i]));
    }
    return spans;
  }

  /** Returns the vacant time inside {@code window}, in order. */
  public List<Span> within(Span window) {
    var spans = new ArrayList<Span>();
    for (int i = firstEndingAfter(window.start()); i < size && starts[i] < window.end(); i++) {
      spans.add(new Span(Math.max(starts[i], window.start()), Math.min(ends[i], window.end())));
    }
    return spans;
  }

  /** Returns whether all of {@code span} is vacant. */
  public boolean covers(Span span) {
    int i = firstEndingAfter(span.start());
    return i < size && starts[i] <= span.start() && span.end() <= ends[i];
  }

  /**
   * Returns the first tick from {@code from} on at which {@code lengthTicks} of vacant time begin.
   */
  public OptionalLong earliestFit(long from, long lengthTicks) {
    for (int i = firstEndingAfter(from); i < size; i++) {
      long start = Math.max(starts[i], from);
      if (ends[i] - start >= lengthTicks) {
        return OptionalLong.of(start);
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Removes a span that is wholly vacant.
   *
   * @throws IllegalStateException if a part of the span is not vacant
   */
  public void cut(Span span) {
    if (!covers(span)) {
      throw new IllegalStateException("%s is not vacant in %s".formatted(span, spans()));
    }
    subtract(span);
  }

  /** Removes the vacant part of {@code span}, if there is any. */
  public void subtract(Span span) {
    int first = firstEndingAfter(span.start());
    int last = first;
    while (last < size && starts[last] < span.end()) {
      last++;
    }
    if (first == last) {
      return;
    }
    boolean keepsHead = starts[first] < span.start();
    boolean keepsTail = ends[last - 1] > span.end();
    long head = starts[first];
    long tail = ends[last - 1];
    int at = replace(first, last, (keepsHead ? 1 : 0) + (keepsTail ? 1 : 0));
    if (keepsHead) {
      set(at++, head, span.start());
    }
    if (keepsTail) {
      set(at, span.end(), tail);
    }
    version++;
  }

  /**
   * Makes a span vacant again and joins it with its neighbours.
   *
   * @throws IllegalStateException if a part of the span is already vacant
   */
  public void giveBack(Span span) {
    int at = firstEndingAfter(span.start());
    if (at < size && starts[at] < span.end()) {
      throw new IllegalStateException("%s is already vacant in %s".formatted(span, spans()));
    }
    boolean joinsLeft = at > 0 && ends[at - 1] == span.start();
    boolean joinsRight = at < size && starts[at] == span.end();
    long start = joinsLeft ? starts[at - 1] : span.start();
    long end = joinsRight ? ends[at] : span.end();
    set(replace(joinsLeft ? at - 1 : at, joinsRight ? at + 1 : at, 1), start, end);
    version++;
  }

  /** Drops time before {@code tick}, which can no longer be used; the version does not change. */
  public void forgetBefore(long tick) {
    int first = firstEndingAfter(tick);
    replace(0, first, 0);
    if (size > 0 && starts[0] < tick) {
      starts[0] = tick;
    }
  }

  /**
   * Returns the index of the first span that ends after {@code tick}; {@code size} if there is
   * none.
   */
  private int firstEndingAfter(long tick) {
    int found = Arrays.binarySearch(ends, 0, size, tick);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Makes room for {@code count} spans in place of the spans [from, to); returns {@code from}. */
  private int replace(int from, int to, int count) {
    int newSize = size - (to - from) + count;
    if (newSize > starts.length) {
      // room is kept small, because each of many nodes may have a list
      int room = newSize + Math.max(2, newSize / 4);
      starts = Arrays.copyOf(starts, room);
      ends = Arrays.copyOf(ends, room);
    }
    System.arraycopy(starts, to, starts, from + count, size - to);
    System.arraycopy(ends, to, ends, from + count, size - to);
    size = newSize;
    return from;
  }

  private void set(int at, long from, long to) {
    starts[at] = from;
    ends[at] = to;
  }
}
