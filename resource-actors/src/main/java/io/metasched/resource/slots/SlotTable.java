package io.metasched.resource.slots;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slots of many nodes in the form that searches read: parallel arrays sorted by start, then node.
 *
 * <p>A place may be empty: its slot ends at its start, and no part fits in it. Empty places allow
 * taking and giving back time without moving all slots.
 *
 * <p>A table is a snapshot: taking time from it changes no owner's list. Its lineage changes when
 * time is given back, not when time is taken: within one lineage, the earliest start of a request
 * never moves to an earlier tick. Confined to one thread. With n slots, taking a part or giving
 * back a slot costs O(log n), and a number of moves that is constant on average. The first change
 * or copy of a table costs one pass over the slots.
 */
public final class SlotTable implements SlotView {
  private static final int NOWHERE = -1;

  private Offers offers;
  private SlotRows rows;
  private @Nullable NodeSpans spans; // null before the first change
  private int lineage;

  /** Vacant piece to be inserted into the table. */
  private record Piece(long start, long end, int offer) {
    static final Comparator<Piece> ORDER =
        Comparator.comparingLong(Piece::start).thenComparingInt(Piece::offer);
  }

  /**
   * Creates the table of {@code slots}, which may be in any order.
   *
   * @throws IllegalArgumentException if two slots of one node overlap
   */
  public SlotTable(List<Slot> slots) {
    this(slots, List.of());
  }

  /**
   * Creates the table of {@code slots}, with knowledge of the slots that may be given back later,
   * which makes giving back faster.
   *
   * @param mayComeBack further slots, whose nodes and prices also get numbers
   */
  public SlotTable(List<Slot> slots, List<Slot> mayComeBack) {
    var all = new ArrayList<>(slots);
    all.addAll(mayComeBack);
    var numbers = new int[all.size()];
    offers = new Offers(all, numbers);
    rows = new SlotRows(slots.size());
    if (!putSorted(slots, numbers)) {
      var pieces = numbered(slots);
      pieces.sort(Piece.ORDER);
      pieces.forEach(piece -> rows.append(piece.start(), piece.end(), piece.offer()));
    }
    requireDisjoint();
  }

  /** Fills the empty table by sorting numbers; returns false if the numbers would be too large. */
  private boolean putSorted(List<Slot> slots, int[] offerOf) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (var slot : slots) {
      least = Math.min(least, slot.span().start());
      most = Math.max(most, slot.span().start());
    }
    int indexBits = bits(slots.size());
    if (slots.isEmpty() || bits(most - least) + indexBits >= Long.SIZE) {
      return slots.isEmpty();
    }
    int[] order = offers.order(offerOf, slots.size());
    var keys = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      keys[i] = (slots.get(order[i]).span().start() - least) << indexBits | i;
    }
    for (long key : DigitSort.sorted(keys, indexBits)) {
      int index = order[(int) (key & ((1L << indexBits) - 1))];
      var span = slots.get(index).span();
      rows.append(span.start(), span.end(), offerOf[index]);
    }
    return true;
  }

  private static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  private List<Piece> numbered(List<Slot> slots) {
    var pieces = new ArrayList<Piece>(slots.size());
    Slot before = null;
    int offer = -1;
    for (var slot : slots) {
      if (before == null || !Offers.sameOffer(before, slot)) {
        offer = offers.numberOf(slot);
      }
      pieces.add(new Piece(slot.span().start(), slot.span().end(), offer));
      before = slot;
    }
    return pieces;
  }

  private SlotTable(SlotTable other) {
    offers = other.offers;
    rows = other.rows.copy();
    spans = other.spans().copy(); // copies are made to be changed
    lineage = other.lineage;
  }

  private NodeSpans spans() {
    var known = spans;
    if (known == null) {
      known = NodeSpans.of(rows, offers.size());
      spans = known;
    }
    return known;
  }

  private void requireDisjoint() {
    var lastOf = new int[offers.size()]; // last slot so far, by the node's first offer
    Arrays.fill(lastOf, NOWHERE);
    for (int i = 0; i < rows.size(); i++) {
      int node = offers.firstOfSameNode(offer(i));
      if (lastOf[node] >= 0 && start(i) < end(lastOf[node])) {
        throw new IllegalArgumentException("%s overlaps %s".formatted(slot(lastOf[node]), slot(i)));
      }
      lastOf[node] = i;
    }
  }

  @Override
  public SlotTable copy() {
    return new SlotTable(this);
  }

  @Override
  public SlotTable relevant(WindowRequest request, Criterion criterion) {
    return this;
  }

  @Override
  public SlotTable whole() {
    return this;
  }

  @Override
  public Optional<SlotTable> atHand() {
    return Optional.of(this);
  }

  @Override
  public int greatestPerformance() {
    int grades = offers.gradeCount();
    return grades == 0 ? 1 : offers.performance(grades - 1);
  }

  /** Returns the number of places for slots, some of which may be empty. */
  public int size() {
    return rows.size();
  }

  /** Returns whether there is no slot at a place. */
  public boolean isEmpty(int index) {
    return rows.isEmpty(index);
  }

  /**
   * Returns the first place of a slot that starts after a tick, or the number of places if there is
   * none.
   */
  public int firstAfter(long tick) {
    return rows.firstFrom(tick + 1, 0);
  }

  /**
   * Returns the start of the slot at a place. An empty place has a start, too, which keeps the
   * order.
   */
  public long start(int index) {
    return rows.start(index);
  }

  /** Returns the end of the slot at a place; its start if the place is empty. */
  public long end(int index) {
    return rows.end(index);
  }

  /** Returns the number of the slot's offer (its node and price) in {@link #offers()}. */
  public int offer(int index) {
    return rows.offer(index);
  }

  public Offers offers() {
    return offers;
  }

  /**
   * Returns whether the slots of one offer can be read cheaply by {@link #slotsOf} and the methods
   * below. True for copies and after the first change. A single search does not justify the cost of
   * the index.
   */
  public boolean isByOffer() {
    return spans != null;
  }

  /** Returns the number of slots of an offer. */
  public int slotsOf(int offer) {
    return spans().count(offer);
  }

  /** Returns the start of one of an offer's slots, which are numbered from 0 in ascending order. */
  public long startOf(int offer, int index) {
    return spans().start(offer, index);
  }

  /** Returns the end of one of an offer's slots. */
  public long endOf(int offer, int index) {
    return spans().end(offer, index);
  }

  /**
   * Returns the index of the first of an offer's slots that ends after a tick, or the number of
   * slots if there is none.
   */
  public int firstEndingAfter(int offer, long tick) {
    int last = spans().lastUpTo(offer, tick);
    return last >= 0 && spans().end(offer, last) > tick ? last : last + 1;
  }

  /**
   * Returns the end of the slot in which an offer is vacant at a tick, or the tick itself if it is
   * not vacant.
   */
  public long vacantUntil(int offer, long tick) {
    return spans().vacantUntil(offer, tick);
  }

  /** Returns the lineage, which changes when time is given back. */
  public int lineage() {
    return lineage;
  }

  /** Returns the slot at a place, which must not be empty. */
  public Slot slot(int index) {
    int offer = offer(index);
    return new Slot(
        offers.node(offer), new Span(start(index), end(index)), offers.priceMilli(offer));
  }

  /** Returns all slots, sorted by start, then node. */
  public List<Slot> slots() {
    var slots = new ArrayList<Slot>(size());
    for (int i = 0; i < size(); i++) {
      if (!isEmpty(i)) {
        slots.add(slot(i));
      }
    }
    return slots;
  }

  /**
   * Takes each part of a window from the slot that contains it. The remaining time of the slot
   * before and after the part stays vacant.
   *
   * @throws IllegalStateException if a part is not contained in one slot; the table is then
   *     unchanged
   */
  @Override
  public void subtract(Window window) {
    var parts = window.parts();
    int[] slotOf = slotsAround(parts);
    for (int p = 0; p < slotOf.length; p++) {
      if (slotOf[p] < 0) {
        throw new IllegalStateException(
            "node %d has no vacant slot around %s"
                .formatted(parts.get(p).node(), parts.get(p).span()));
      }
    }
    cut(parts, slotOf);
  }

  /**
   * Takes the parts of a window that are each contained in one slot, and no other parts. For a
   * table with only some of the existing slots.
   */
  public void subtractWhereVacant(Window window) {
    cut(window.parts(), slotsAround(window.parts()));
  }

  private void cut(List<Part> parts, int[] slotOf) {
    var tails = new ArrayList<Piece>();
    for (int p = 0; p < slotOf.length; p++) {
      var span = parts.get(p).span();
      int i = slotOf[p];
      if (i < 0) {
        continue;
      }
      if (span.end() < end(i)) {
        tails.add(new Piece(span.end(), end(i), offer(i)));
      }
      if (start(i) < span.start()) {
        spans().endAt(offer(i), start(i), span.start());
        rows.endAt(i, span.start());
      } else {
        remove(i);
      }
    }
    tails.forEach(this::insert);
  }

  /** Returns, for each part, the slot that contains it, or a negative number. */
  private int[] slotsAround(List<Part> parts) {
    var slotOf = new int[parts.size()];
    for (int p = 0; p < slotOf.length; p++) {
      var part = parts.get(p);
      slotOf[p] = lastUpTo(part.node(), part.span().start());
      if (slotOf[p] >= 0 && end(slotOf[p]) < part.span().end()) {
        slotOf[p] = NOWHERE;
      }
    }
    return slotOf;
  }

  /** Returns the last slot of a node that starts at or before a tick, or a negative number. */
  private int lastUpTo(int node, long tick) {
    long last = -1;
    int offerOfLast = -1;
    for (int offer = offers.firstOf(node); offers.isOf(offer, node); offer++) {
      int index = spans().lastUpTo(offer, tick);
      if (index >= 0 && spans().start(offer, index) > last) {
        last = spans().start(offer, index);
        offerOfLast = offer;
      }
    }
    return last < 0 ? NOWHERE : rows.find(last, offerOfLast);
  }

  private void remove(int index) {
    spans().remove(offer(index), start(index));
    rows.clear(index);
  }

  private void insert(Piece piece) {
    spans().add(piece.offer(), piece.start(), piece.end());
    rows.insert(piece.start(), piece.end(), piece.offer());
  }

  /** Makes one slot vacant again; see {@link #giveBack(List)}. */
  public void giveBack(Slot slot) {
    giveBack(List.of(slot));
  }

  /**
   * Makes slots vacant again, joining them with neighbours of the same node and price.
   *
   * @param slots on distinct nodes
   * @throws IllegalStateException if a part of a slot is already vacant; the table is then
   *     unchanged
   */
  @Override
  public void giveBack(List<Slot> slots) {
    if (slots.stream().anyMatch(slot -> offers.numberOf(slot) < 0)) {
      renumberWith(slots);
    }
    for (var slot : slots) {
      int before = lastUpTo(slot.node().id(), slot.span().end() - 1);
      if (before >= 0 && slot.span().start() < end(before)) {
        throw new IllegalStateException("%s is already vacant: %s".formatted(slot, slot(before)));
      }
    }
    numbered(slots).forEach(this::insertJoined);
    lineage++;
  }

  /** Inserts a piece, joined with the adjacent slots of its offer. */
  private void insertJoined(Piece piece) {
    long start = piece.start();
    long end = piece.end();
    int left = spans().lastUpTo(piece.offer(), piece.start());
    if (left >= 0 && spans().end(piece.offer(), left) == piece.start()) {
      start = spans().start(piece.offer(), left);
      remove(rows.find(start, piece.offer()));
    }
    int right = spans().lastUpTo(piece.offer(), piece.end());
    if (right >= 0 && spans().start(piece.offer(), right) == piece.end()) {
      end = spans().end(piece.offer(), right);
      remove(rows.find(piece.end(), piece.offer()));
    }
    insert(new Piece(start, end, piece.offer()));
  }

  private void renumberWith(List<Slot> more) {
    var slots = slots();
    var all = new ArrayList<>(slots);
    all.addAll(more);
    offers = new Offers(all);
    rows = new SlotRows(slots.size() + more.size());
    for (var slot : slots) { // in order of their nodes, and therefore of their new numbers
      rows.append(slot.span().start(), slot.span().end(), offers.numberOf(slot));
    }
    spans = null;
  }
}
