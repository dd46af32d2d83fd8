package io.metasched.resource.slots;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The slots of many nodes as the searches read them: parallel arrays sorted by start, then node.
 *
 * <p>A table is a snapshot: taking time from it changes no owner's list. Its lineage changes when
 * time is given back, not when time is taken: within one lineage the earliest start of a request
 * never moves to an earlier tick. Confined to one thread. Taking or giving back costs O(n) moves
 * for n slots.
 */
public final class SlotTable {
  private Offers offers;
  private long[] starts;
  private long[] ends;
  private int[] offerOf;
  private int size;
  private int lineage;

  /**
   * The table of the slots, in whatever order they come.
   *
   * @throws IllegalArgumentException when two slots of one node overlap
   */
  public SlotTable(List<Slot> slots) {
    var sorted = new ArrayList<>(slots);
    sorted.sort(Slot.BY_START);
    offers = new Offers(sorted);
    size = sorted.size();
    starts = new long[size];
    ends = new long[size];
    offerOf = new int[size];
    for (int i = 0; i < size; i++) {
      var slot = sorted.get(i);
      starts[i] = slot.span().start();
      ends[i] = slot.span().end();
      offerOf[i] = offers.numberOf(slot);
    }
    requireDisjoint(sorted);
  }

  private SlotTable(SlotTable other) {
    offers = other.offers;
    starts = Arrays.copyOf(other.starts, other.size);
    ends = Arrays.copyOf(other.ends, other.size);
    offerOf = Arrays.copyOf(other.offerOf, other.size);
    size = other.size;
    lineage = other.lineage;
  }

  private static void requireDisjoint(List<Slot> sorted) {
    var byNode = new ArrayList<>(sorted);
    byNode.sort((a, b) -> Integer.compare(a.node().id(), b.node().id())); // stable: starts stay
    for (int i = 1; i < byNode.size(); i++) {
      var before = byNode.get(i - 1);
      var slot = byNode.get(i);
      if (before.node().id() == slot.node().id() && before.span().overlaps(slot.span())) {
        throw new IllegalArgumentException("%s overlaps %s".formatted(before, slot));
      }
    }
  }

  public SlotTable copy() {
    return new SlotTable(this);
  }

  public int size() {
    return size;
  }

  public long start(int index) {
    return starts[index];
  }

  public long end(int index) {
    return ends[index];
  }

  /** Number of the slot's offer (its node and price) in {@link #offers()}. */
  public int offer(int index) {
    return offerOf[index];
  }

  public Offers offers() {
    return offers;
  }

  /** Changes when time is given back. */
  public int lineage() {
    return lineage;
  }

  public Slot slot(int index) {
    int offer = offerOf[index];
    return new Slot(
        offers.node(offer), new Span(starts[index], ends[index]), offers.priceMilli(offer));
  }

  /** All slots, sorted by start, then node. */
  public List<Slot> slots() {
    var slots = new ArrayList<Slot>(size);
    for (int i = 0; i < size; i++) {
      slots.add(slot(i));
    }
    return slots;
  }

  /**
   * Takes each part of a window from the slot it lies in; what is left of the slots before and
   * behind it stays vacant.
   *
   * @throws IllegalStateException when a part does not lie in one slot
   */
  public void subtract(Window window) {
    window.parts().forEach(this::subtract);
  }

  private void subtract(Part part) {
    var span = part.span();
    int i = indexOf(part.node(), span);
    long slotStart = starts[i];
    long slotEnd = ends[i];
    int offer = offerOf[i];
    if (slotStart < span.start()) {
      ends[i] = span.start();
    } else {
      removeAt(i);
    }
    if (span.end() < slotEnd) {
      insert(span.end(), slotEnd, offer);
    }
  }

  /**
   * Makes a slot vacant again, joining it with neighbours of the same node and price.
   *
   * @throws IllegalStateException when some of it is vacant already
   */
  public void giveBack(Slot slot) {
    requireTaken(slot);
    int offer = offers.numberOf(slot);
    if (offer < 0) {
      renumberWith(slot);
      offer = offers.numberOf(slot);
    }
    long start = slot.span().start();
    long end = slot.span().end();
    for (int i = size - 1; i >= 0; i--) {
      if (offerOf[i] == offer && starts[i] == slot.span().end()) {
        end = ends[i];
        removeAt(i);
      } else if (offerOf[i] == offer && ends[i] == slot.span().start()) {
        start = starts[i];
        removeAt(i);
      }
    }
    insert(start, end, offer);
    lineage++;
  }

  private void requireTaken(Slot slot) {
    for (int i = 0; i < size; i++) {
      if (offers.node(offerOf[i]).id() == slot.node().id()
          && starts[i] < slot.span().end()
          && slot.span().start() < ends[i]) {
        throw new IllegalStateException("%s is vacant already: %s".formatted(slot, slot(i)));
      }
    }
  }

  private void renumberWith(Slot slot) {
    var slots = slots();
    var all = new ArrayList<>(slots);
    all.add(slot);
    offers = new Offers(all);
    for (int i = 0; i < size; i++) {
      offerOf[i] = offers.numberOf(slots.get(i));
    }
  }

  /** Where the slot of a node lies that holds all of a span. */
  private int indexOf(int node, Span span) {
    for (int i = firstFrom(span.start() + 1, Integer.MIN_VALUE) - 1; i >= 0; i--) {
      if (ends[i] >= span.end() && offers.node(offerOf[i]).id() == node) {
        return i;
      }
    }
    throw new IllegalStateException("node %d has no vacant slot around %s".formatted(node, span));
  }

  /** Index of the first slot not before (start, node). */
  private int firstFrom(long start, int node) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean before =
          starts[middle] < start
              || (starts[middle] == start && offers.node(offerOf[middle]).id() < node);
      if (before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void insert(long start, long end, int offer) {
    if (size == starts.length) {
      int capacity = Math.max(16, size + size / 2);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      offerOf = Arrays.copyOf(offerOf, capacity);
    }
    int at = firstFrom(start, offers.node(offer).id());
    System.arraycopy(starts, at, starts, at + 1, size - at);
    System.arraycopy(ends, at, ends, at + 1, size - at);
    System.arraycopy(offerOf, at, offerOf, at + 1, size - at);
    starts[at] = start;
    ends[at] = end;
    offerOf[at] = offer;
    size++;
  }

  private void removeAt(int at) {
    System.arraycopy(starts, at + 1, starts, at, size - at - 1);
    System.arraycopy(ends, at + 1, ends, at, size - at - 1);
    System.arraycopy(offerOf, at + 1, offerOf, at, size - at - 1);
    size--;
  }
}
