package io.metasched.resource.slots;

import java.util.Arrays;

/**
 * Slots in parallel arrays, sorted by start, then offer, with empty places among them: a slot that
 * is taken leaves one, a slot that is added uses the nearest.
 *
 * <p>An empty place ends where it starts, so that no part fits in it, and keeps the order of the
 * others. Where no place is empty near by, all slots are moved apart once. Confined to one thread.
 * Finding a slot costs O(log n), putting one in besides that the moves to the nearest empty place:
 * on the average a constant number of them.
 */
final class SlotRows {
  private static final int MOST_MOVED = 256; // places, before all slots are moved apart
  private static final int SLOTS_FOR_A_PLACE = 16; // so many lie between two empty places then
  private static final int SLOTS_FOR_A_CLEARED = 64; // so many are kept at least for each
  private static final int LEAST_CAPACITY = 8;

  private long[] starts;
  private long[] ends;
  private int[] offers;
  private int size;
  private int empty; // how many places are
  private int cleared; // how many have been since all slots were moved apart

  /** Rows without any slots. */
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

  /** How many places there are, with the empty ones. */
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

  /** Puts a slot behind all others; there is room, and none is before it in the order. */
  void append(long start, long end, int offer) {
    set(size++, start, end, offer);
  }

  /** The place of a slot that is there. */
  int find(long start, int offer) {
    int place = firstFrom(start, offer);
    while (isEmpty(place)) {
      place++;
    }
    return place;
  }

  /** Cuts the slot at a place to a shorter one with the same start. */
  void endAt(int place, long end) {
    ends[place] = end;
  }

  /** Takes the slot at a place away; no other moves. */
  void clear(int place) {
    ends[place] = starts[place];
    empty++;
    cleared++;
  }

  /** Puts a slot in that overlaps no other of its offer. Slots may move to other places. */
  void insert(long start, long end, int offer) {
    if (cleared > size / SLOTS_FOR_A_CLEARED + LEAST_CAPACITY) {
      moveApart(); // empty places where much was taken would be read by each search
    }
    int at = firstFrom(start, offer); // it belongs before what is there
    if (!makeRoom(at, start, end, offer)) {
      moveApart();
      makeRoom(firstFrom(start, offer), start, end, offer);
    }
  }

  /** Puts a slot before a place by moving others into the nearest empty one, where one is near. */
  private boolean makeRoom(int at, long start, long end, int offer) {
    for (int distance = 0; distance <= MOST_MOVED; distance++) {
      int behind = at + distance;
      if (behind == size || (behind < size && isEmpty(behind))) {
        if (behind == size) {
          grow();
          size++;
        } else {
          empty--;
        }
        move(at, at + 1, distance);
        set(at, start, end, offer);
        return true;
      }
      int ahead = at - 1 - distance;
      if (ahead >= 0 && isEmpty(ahead)) {
        empty--;
        move(ahead + 1, ahead, distance);
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

  /** Spreads the slots evenly, with an empty place behind each few where they are many. */
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

  /** The first place that does not lie before a slot of that start and offer. */
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
