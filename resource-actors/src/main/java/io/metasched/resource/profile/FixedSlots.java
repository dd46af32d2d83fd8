package io.metasched.resource.profile;

import io.metasched.resource.model.Ticks;
import java.util.Arrays;

/**
 * Free processors of a cluster in slots of one fixed length, counted from tick 0. A reservation
 * occupies the whole of each slot that it touches.
 *
 * <p>Source: the hierarchical reservation paper, section 3.3, which compares slots of ten minutes
 * and of an hour with variable slots.
 *
 * <p>Cost: O(s) to hold, release or pass s slots, even if nothing changes in them. All slots up to
 * the last held one are stored, at most {@value #MOST_SLOTS}.
 */
public final class FixedSlots implements FreeCapacity {
  private static final int MOST_SLOTS = 1 << 28;

  private final long slotTicks;
  private long start;
  private int processors;

  // slots first to first + tail - head - 1 are in free[head] to free[tail - 1]
  private int[] free = new int[16];
  private long first;
  private int head;
  private int tail;
  private boolean isShared; // array shared with a copy, until either writes to free[]

  /**
   * Creates a profile with slots of {@code slotTicks} ticks, in which {@code processors} are free
   * from {@code start}.
   */
  public FixedSlots(long slotTicks, long start, int processors) {
    if (slotTicks < 1) {
      throw new IllegalArgumentException("slots must be 1 tick or longer, but are " + slotTicks);
    }
    this.slotTicks = slotTicks;
    reset(start, processors);
  }

  @Override
  public void reset(long start, int processors) {
    ProfileChecks.requireStart(start);
    this.start = start;
    this.processors = processors;
    first = start / slotTicks;
    head = 0;
    tail = 0;
  }

  @Override
  public void reset(long start, int processors, SortedReservations held) {
    reset(start, processors);
    unshare();
    long end = Math.max(start, held.lastStep());
    var sums = new long[slotsUpTo(end - 1) + 1];
    held.spread(slotTicks, first, sums);
    keep(sums.length);
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] > processors) {
        long tick = Math.max(start, (first + i) * slotTicks);
        reset(start, processors);
        throw new IllegalArgumentException(
            "%d more processors than exist are held at %d".formatted(sums[i] - processors, tick));
      }
      free[i] = (int) (processors - sums[i]);
    }
    this.processors = free[tail - 1];
  }

  @Override
  public long start() {
    return start;
  }

  @Override
  public int size() {
    return tail - head + 1;
  }

  @Override
  public int freeAt(long tick) {
    ProfileChecks.requireKnown(this, tick);
    long slot = tick / slotTicks - first;
    return slot < tail - head ? free[head + (int) slot] : processors;
  }

  @Override
  public long earliestStart(long from, long lengthTicks, int processors, long latest) {
    long begun = Math.max(from, start);
    long slot = begun / slotTicks;
    long end = first + tail - head;
    // passes stored slots as far as the start being tested needs them
    for (; slot < end && begun <= latest; slot++) {
      if (slot * slotTicks - begun >= lengthTicks) {
        return begun;
      }
      if (free[head + (int) (slot - first)] < processors) {
        begun = (slot + 1) * slotTicks;
      }
    }
    boolean found = slot < end || slot * slotTicks - begun >= lengthTicks;
    return begun <= latest && (found || this.processors >= processors) ? begun : NEVER;
  }

  @Override
  public void hold(long start, long end, int processors) {
    ProfileChecks.requireSpan(this, start, end, processors);
    ProfileChecks.requireFree(this, start, end, processors);
    add(start, end, -processors);
  }

  @Override
  public long heldUntil(long end) {
    return Ticks.roundUp(end, slotTicks);
  }

  @Override
  public void release(long start, long end, int processors) {
    ProfileChecks.requireSpan(this, start, end, processors);
    add(start, end, processors);
  }

  /** Cost: O(1), and O(n) at the next change of either profile. */
  @Override
  public FixedSlots copy() {
    var copy = new FixedSlots(slotTicks, start, processors);
    copy.free = free;
    copy.first = first;
    copy.head = head;
    copy.tail = tail;
    copy.isShared = true;
    isShared = true;
    return copy;
  }

  private void add(long start, long end, int change) {
    unshare();
    boolean forEver = end == Long.MAX_VALUE;
    int slots = slotsUpTo(forEver ? start : end - 1);
    if (slots > tail - head) {
      keep(slots);
    }
    int to = forEver ? tail : head + slots;
    for (int i = head + (int) (start / slotTicks - first); i < to; i++) {
      free[i] += change;
    }
    if (forEver) {
      processors += change;
    }
  }

  private void unshare() {
    if (isShared) {
      free = free.clone();
      isShared = false;
    }
  }

  /** Returns the number of slots up to the one that contains a tick. */
  private int slotsUpTo(long tick) {
    long slots = tick / slotTicks - first + 1;
    if (slots > MOST_SLOTS) {
      throw new IllegalArgumentException(
          "%d slots are too many; at most %d can be kept".formatted(slots, MOST_SLOTS));
    }
    return (int) Math.max(0, slots);
  }

  /** Resizes the window to {@code slots} slots. New slots take the value of the tail. */
  private void keep(int slots) {
    int kept = tail - head;
    if (head + slots > free.length) {
      var roomy = slots > free.length / 2 ? new int[2 * slots] : free;
      System.arraycopy(free, head, roomy, 0, kept);
      free = roomy;
      head = 0;
    }
    Arrays.fill(free, head + kept, head + slots, processors);
    tail = head + slots;
  }

  @Override
  public void forgetBefore(long tick) {
    if (tick > start) {
      start = tick;
      long gone = tick / slotTicks - first;
      first += gone;
      head = (int) Math.min(tail, head + gone);
    }
  }
}
