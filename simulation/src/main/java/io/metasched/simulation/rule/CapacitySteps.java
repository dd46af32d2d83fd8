package io.metasched.simulation.rule;

import java.util.TreeMap;

/**
 * Free processors of a cluster over time, counted by the checker as a list of changes. With slots
 * of a fixed length, a request takes whole slots. This class shares no code with the profiles of
 * the models. Cost: O(n) for each query, for n changes.
 */
public final class CapacitySteps {
  /** Value that means "no tick". */
  public static final long NEVER = Long.MAX_VALUE;

  private final int processors;
  private final long slotTicks;
  private final long origin;
  private final TreeMap<Long, Integer> changes = new TreeMap<>();
  private long looks;

  /**
   * Creates a cluster without any holds.
   *
   * @param slotTicks length of the slots, 0 for variable slots
   * @param origin start of a slot
   */
  public CapacitySteps(int processors, long slotTicks, long origin) {
    this.processors = processors;
    this.slotTicks = slotTicks;
    this.origin = origin;
  }

  /** Takes processors for a span. */
  public void take(int number, long start, long end) {
    change(start, end, -number);
  }

  /** Releases processors that were taken for a span. */
  public void giveBack(int number, long start, long end) {
    change(start, end, number);
  }

  private void change(long start, long end, int number) {
    merge(slotTicks == 0 ? start : slotOf(start), number);
    merge(slotTicks == 0 ? end : slotOf(end + slotTicks - 1), -number);
  }

  private void merge(long tick, int number) {
    int sum = changes.getOrDefault(tick, 0) + number;
    if (sum == 0) {
      changes.remove(tick);
    } else {
      changes.put(tick, sum);
    }
  }

  /** Returns the start of the slot that contains a tick. */
  private long slotOf(long tick) {
    return origin + Math.floorDiv(tick - origin, slotTicks) * slotTicks;
  }

  /** Returns the number of free processors at a tick. */
  public int freeAt(long tick) {
    int free = processors;
    for (int change : changes.headMap(tick, true).values()) {
      free += change;
      looks++;
    }
    return free;
  }

  /** Returns whether a number of processors is free for a span. */
  public boolean isFree(int number, long start, long ticks) {
    return freeUntil(number, start) - start >= ticks;
  }

  /**
   * Returns the tick until which {@code number} processors are free from {@code start} on; {@code
   * start} itself if fewer are free.
   */
  public long freeUntil(int number, long start) {
    if (freeAt(start) < number) {
      return start;
    }
    int free = processors;
    for (var change : changes.entrySet()) {
      free += change.getValue();
      looks++;
      if (free < number && change.getKey() > start) {
        return change.getKey();
      }
    }
    return NEVER;
  }

  /**
   * Returns the earliest start, from {@code from} on, of a span in which {@code number} processors
   * are free, or {@link #NEVER}.
   */
  public long earliest(int number, long ticks, long from) {
    int free = processors;
    long start = free < number ? NEVER : from;
    for (var change : changes.entrySet()) {
      looks++;
      if (start != NEVER && change.getKey() - start >= ticks) {
        return start;
      }
      free += change.getValue();
      if (free < number) {
        start = NEVER;
      } else if (start == NEVER) {
        start = Math.max(from, change.getKey());
      }
    }
    return start;
  }

  /** Returns the number of changes that have been examined so far. */
  public long looks() {
    return looks;
  }
}
