package io.metasched.resource.slots;

import java.util.Arrays;

/**
 * Slots in parallel arrays, sorted by start, then offer, with empty places between them. Removing a
 * slot leaves an empty place; adding a slot uses the nearest empty place.
 *
 * <p>An empty place ends at its start, so that no part fits in it; its start keeps the order. If no
 * empty place is near, all slots are spread. Confined to one thread. Finding a slot costs O(log n).
 * Inserting a slot also costs moves to the nearest empty place, whose number is constant on
 * average.
 */
final class SlotRows {
  private static final int MOST_MOVED = 256; // maximum distance of an empty place before a spread
  private static final int SLOTS_FOR_A_PLACE = 16; // slots between two empty places after spreading
  private static final int SLOTS_FOR_A_CLEARED = 64; // minimum number of slots per cleared place
  private static final int LEAST_CAPACITY = 8;

  private long[] starts;
  private long[] ends;
  private int[] offers;
  private int size;
  private int empty; // number of empty places
  private int cleared; // number of slots cleared since all slots were spread

  /** Creates rows without slots. */
  SlotRows(int capacity) {
    starts = new long[capacity];
    ends = new long[capacity];
    offers = new int[capacity];
  }

  private SlotRows(SlotRows other) {
    starts = Arrays.copyOf(other.starts, other.size);
    ends = Arrays.copyOf(other.ends, other.size);
    offers = Arrays.copyOf(other.offers, other.size);
    size = other.size;
    empty = other.empty;
    cleared = other.cleared;
  }

  SlotRows copy() {
    return new SlotRows(this);
  }

  /** Returns the number of places, including empty ones. */
  int size() {
    return size;
  }

  long start(int place) {
    return starts[place];
  }

  long end(int place) {
    return ends[place];
  }

  int offer(int place) {
    return offers[place];
  }

  boolean isEmpty(int place) {
    return starts[place] == ends[place];
  }

  /**
   * Appends a slot after all others. There must be room, and the slot must be last in the order.
   */
  void append(long start, long end, int offer) {
    set(size++, start, end, offer);
  }

  /** Returns the place of an existing slot. */
  int find(long start, int offer) {
    int place = firstFrom(start, offer);
    while (isEmpty(place)) {
      place++;
    }
    return place;
  }

  /** Shortens the slot at a place; the start is kept. */
  void endAt(int place, long end) {
    ends[place] = end;
  }

  /** Removes the slot at a place; no other slot moves. */
  void clear(int place) {
    ends[place] = starts[place];
    empty++;
    cleared++;
  }

  /** Inserts a slot that overlaps no other slot of its offer. Slots may move to other places. */
  void insert(long start, long end, int offer) {
    if (cleared > size / SLOTS_FOR_A_CLEARED + LEAST_CAPACITY) {
      moveApart(); // otherwise, every search would read the empty places of many removals
    }
    int at = firstFrom(start, offer); // the new slot belongs before the slot at this place
    if (!makeRoom(at, start, end, offer)) {
      moveApart();
      makeRoom(firstFrom(start, offer), start, end, offer);
    }
  }

  /**
   * Inserts a slot before a place by moving slots into the nearest empty place; returns false if no
   * empty place is near.
   */
  private boolean makeRoom(int at, long start, long end, int offer) {
    for (int distance = 0; distance <= MOST_MOVED; distance++) {
      int after = at + distance;
      if (after == size || (after < size && isEmpty(after))) {
        if (after == size) {
          grow();
          size++;
        } else {
          empty--;
        }
        move(at, at + 1, distance);
        set(at, start, end, offer);
        return true;
      }
      int before = at - 1 - distance;
      if (before >= 0 && isEmpty(before)) {
        empty--;
        move(before + 1, before, distance);
        set(at - 1, start, end, offer);
        return true;
      }
    }
    return false;
  }

  private void grow() {
    if (size == starts.length) {
      int capacity = size + size / 2 + LEAST_CAPACITY;
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      offers = Arrays.copyOf(offers, capacity);
    }
  }

  /** Spreads the slots evenly, with an empty place after every few slots if there are many. */
  private void moveApart() {
    int slots = size - empty;
    int places = slots > MOST_MOVED ? slots / SLOTS_FOR_A_PLACE : 0;
    var apart = new SlotRows(slots + places + LEAST_CAPACITY);
    int sinceEmpty = 0;
    for (int i = 0; i < size; i++) {
      if (isEmpty(i)) {
        continue;
      }
      apart.append(starts[i], ends[i], offers[i]);
      if (++sinceEmpty == SLOTS_FOR_A_PLACE && places > 0) {
        apart.append(starts[i], starts[i], offers[i]);
        apart.empty++;
        sinceEmpty = 0;
      }
    }
    starts = apart.starts;
    ends = apart.ends;
    offers = apart.offers;
    size = apart.size;
    empty = apart.empty;
    cleared = 0;
  }

  /** Returns the first place that is not before a slot with the given start and offer. */
  int firstFrom(long start, int offer) {
    int from = 0;
    int to = size;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (starts[middle] < start || (starts[middle] == start && offers[middle] < offer)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private void move(int from, int to, int count) {
    System.arraycopy(starts, from, starts, to, count);
    System.arraycopy(ends, from, ends, to, count);
    System.arraycopy(offers, from, offers, to, count);
  }

  private void set(int place, long start, long end, int offer) {
    starts[place] = start;
    ends[place] = end;
    offers[place] = offer;
  }
}
