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

/**
 * The slots of many nodes as the searches read them: parallel arrays sorted by start, then node.
 *
 * <p>A table is a snapshot: taking time from it changes no owner's list. Its lineage changes when
 * time is given back, not when time is taken: within one lineage the earliest start of a request
 * never moves to an earlier tick. Confined to one thread. Taking a window or giving one back costs
 * one pass over the n slots.
 */
public final class SlotTable implements SlotView {
  private static final int GONE = -1;

  private Offers offers;
  private long[] starts;
  private long[] ends;
  private int[] offerOf;
  private int size;
  private int lineage;

  /** A vacant piece that is to be put into the table. */
  private record Piece(long start, long end, int offer) {
    static final Comparator<Piece> ORDER =
        Comparator.comparingLong(Piece::start).thenComparingInt(Piece::offer);
  }

  /**
   * The table of the slots, in whatever order they come.
   *
   * @throws IllegalArgumentException when two slots of one node overlap
   */
  public SlotTable(List<Slot> slots) {
    this(slots, List.of());
  }

  /**
   * The same, where it is known what may be given back later, which is quicker then.
   *
   * @param mayComeBack slots whose nodes and prices are numbered too
   */
  public SlotTable(List<Slot> slots, List<Slot> mayComeBack) {
    var all = new ArrayList<>(slots);
    all.addAll(mayComeBack);
    offers = new Offers(all);
    starts = new long[slots.size()];
    ends = new long[slots.size()];
    offerOf = new int[slots.size()];
    if (!putSorted(slots)) {
      merge(numbered(slots));
    }
    requireDisjoint();
  }

  /** Puts slots into the empty table by sorting numbers; false where these would be too large. */
  private boolean putSorted(List<Slot> slots) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (var slot : slots) {
      least = Math.min(least, slot.span().start());
      most = Math.max(most, slot.span().start());
    }
    int indexBits = bits(slots.size());
    int offerBits = bits(offers.size());
    if (slots.isEmpty() || bits(most - least) + offerBits + indexBits >= Long.SIZE) {
      return slots.isEmpty();
    }
    var keys = new long[slots.size()];
    Slot before = null;
    int offer = -1;
    for (var slot : slots) {
      if (before == null || !Offers.sameOffer(before, slot)) {
        offer = offers.numberOf(slot);
      }
      keys[size] = ((slot.span().start() - least) << offerBits | offer) << indexBits | size;
      size++;
      before = slot;
    }
    Arrays.sort(keys);
    for (int i = 0; i < size; i++) {
      var span = slots.get((int) (keys[i] & ((1L << indexBits) - 1))).span();
      int number = (int) (keys[i] >>> indexBits & ((1L << offerBits) - 1));
      set(i, span.start(), span.end(), number);
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
    starts = Arrays.copyOf(other.starts, other.size);
    ends = Arrays.copyOf(other.ends, other.size);
    offerOf = Arrays.copyOf(other.offerOf, other.size);
    size = other.size;
    lineage = other.lineage;
  }

  private void requireDisjoint() {
    var lastOf = new int[offers.size()]; // by the first offer of a node: its last slot so far
    Arrays.fill(lastOf, -1);
    for (int i = 0; i < size; i++) {
      int node = offers.firstOfSameNode(offerOf[i]);
      if (lastOf[node] >= 0 && starts[i] < ends[lastOf[node]]) {
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
   * @throws IllegalStateException when a part does not lie in one slot; nothing has changed then
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
   * Takes those parts of a window that lie in one slot each, and no others: for a table of some of
   * the slots there are.
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
      if (span.end() < ends[i]) {
        tails.add(new Piece(span.end(), ends[i], offerOf[i]));
      }
      if (starts[i] < span.start()) {
        ends[i] = span.start();
      } else {
        offerOf[i] = GONE;
      }
    }
    merge(tails);
  }

  /** The slot that each part lies in, or a negative number. */
  private int[] slotsAround(List<Part> parts) {
    var nodes = new int[parts.size()];
    for (int p = 0; p < nodes.length; p++) {
      nodes[p] = parts.get(p).node();
    }
    int[] partOf = byOffer(nodes);
    var slotOf = new int[parts.size()];
    Arrays.fill(slotOf, GONE);
    int missing = parts.size();
    for (int i = firstBehind(parts.get(0).span().start()) - 1; i >= 0 && missing > 0; i--) {
      int p = partOf[offerOf[i]];
      if (p >= 0 && ends[i] >= parts.get(p).span().end()) {
        slotOf[p] = i;
        missing--;
      }
    }
    return slotOf;
  }

  /** The first slot that starts behind a tick. */
  private int firstBehind(long tick) {
    int from = 0;
    int to = size;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (starts[middle] <= tick) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** The index of each offer's node in {@code nodes}, or negative where it is not among them. */
  private int[] byOffer(int[] nodes) {
    var indexOf = new int[offers.size()];
    Arrays.fill(indexOf, GONE);
    for (int n = 0; n < nodes.length; n++) {
      for (int offer = offers.firstOf(nodes[n]);
          offer >= 0 && offer < indexOf.length && offers.nodeId(offer) == nodes[n];
          offer++) {
        indexOf[offer] = n;
      }
    }
    return indexOf;
  }

  /** Makes one slot vacant again; see {@link #giveBack(List)}. */
  public void giveBack(Slot slot) {
    giveBack(List.of(slot));
  }

  /**
   * Makes slots vacant again, joining them with neighbours of the same node and price.
   *
   * @param slots on distinct nodes
   * @throws IllegalStateException when some of a slot is vacant already; nothing has changed then
   */
  @Override
  public void giveBack(List<Slot> slots) {
    if (slots.stream().anyMatch(slot -> offers.numberOf(slot) < 0)) {
      renumberWith(slots);
    }
    var pieces = numbered(slots);
    int[] pieceOf = byOffer(slots.stream().mapToInt(slot -> slot.node().id()).toArray());
    var neighbours = new ArrayList<Integer>();
    for (int i = 0; i < size; i++) {
      int p = pieceOf[offerOf[i]];
      if (p < 0) {
        continue;
      }
      var span = slots.get(p).span();
      if (starts[i] < span.end() && span.start() < ends[i]) {
        throw new IllegalStateException(
            "%s is vacant already: %s".formatted(slots.get(p), slot(i)));
      }
      var piece = pieces.get(p);
      boolean touches = starts[i] == span.end() || ends[i] == span.start();
      if (touches && offerOf[i] == piece.offer()) {
        neighbours.add(i);
        pieces.set(
            p,
            new Piece(
                Math.min(piece.start(), starts[i]), Math.max(piece.end(), ends[i]), piece.offer()));
      }
    }
    neighbours.forEach(i -> offerOf[i] = GONE);
    merge(pieces);
    lineage++;
  }

  private void renumberWith(List<Slot> more) {
    var slots = slots();
    var all = new ArrayList<>(slots);
    all.addAll(more);
    offers = new Offers(all);
    for (int i = 0; i < size; i++) {
      offerOf[i] = offers.numberOf(slots.get(i));
    }
  }

  /** Drops the slots that are gone and puts the pieces in, both in one pass. */
  private void merge(List<Piece> pieces) {
    int kept = dropGone();
    pieces.sort(Piece.ORDER);
    size = kept + pieces.size();
    if (size > starts.length) {
      int capacity = size + size / 2;
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      offerOf = Arrays.copyOf(offerOf, capacity);
    }
    int old = kept; // what lies ahead of it is still to be put in its place
    for (int p = pieces.size() - 1; p >= 0; p--) { // from the end: nothing is overwritten unread
      var piece = pieces.get(p);
      int behind = old;
      while (behind > 0 && isBehind(behind - 1, piece)) {
        behind--;
      }
      move(behind, behind + p + 1, old - behind);
      set(behind + p, piece.start(), piece.end(), piece.offer());
      old = behind;
    }
  }

  /** Closes the gaps of the slots that are gone; returns how many are left. */
  private int dropGone() {
    int kept = 0;
    int at = 0;
    while (at < size) {
      int from = at;
      while (at < size && offerOf[at] != GONE) {
        at++;
      }
      move(from, kept, at - from);
      kept += at - from;
      at++;
    }
    return kept;
  }

  private void move(int from, int to, int count) {
    if (from != to && count > 0) {
      System.arraycopy(starts, from, starts, to, count);
      System.arraycopy(ends, from, ends, to, count);
      System.arraycopy(offerOf, from, offerOf, to, count);
    }
  }

  /** Offers are numbered by node, so they decide between equal starts. */
  private boolean isBehind(int index, Piece piece) {
    return starts[index] > piece.start()
        || (starts[index] == piece.start() && offerOf[index] > piece.offer());
  }

  private void set(int at, long start, long end, int offer) {
    starts[at] = start;
    ends[at] = end;
    offerOf[at] = offer;
  }
}
