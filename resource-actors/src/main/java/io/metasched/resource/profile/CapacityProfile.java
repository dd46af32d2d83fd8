package io.metasched.resource.profile;

import java.util.Arrays;

/**
 * The free processors of a cluster from some tick on, as a step function: sorted entries (time,
 * free), an entry only where the number changes; the last one lasts for ever.
 *
 * <p>Source: the hierarchical reservation paper, CARTS (variable slots).
 *
 * <p>Cost: O(log n + k) to find a start behind k entries, O(n) to hold or release. Confined to one
 * thread.
 */
public final class CapacityProfile {
  private long[] times = new long[16];
  private int[] free = new int[16];
  private int size;

  /** A profile in which {@code processors} are free from {@code start} on. */
  public CapacityProfile(long start, int processors) {
    reset(start, processors);
  }

  /** Forgets all holds: {@code processors} are free from {@code start} on. */
  public void reset(long start, int processors) {
    times[0] = start;
    free[0] = processors;
    size = 1;
  }

  /** The first tick the profile knows. */
  public long start() {
    return times[0];
  }

  /** How many entries there are. */
  public int size() {
    return size;
  }

  /**
   * Free processors at a tick, at {@link #start} the earliest.
   *
   * @throws IllegalArgumentException for an earlier one
   */
  public int freeAt(long tick) {
    return free[at(tick)];
  }

  /**
   * The earliest start from {@code from} on at which {@code processors} are free for so long.
   *
   * @return the start, or -1 where so many are never free again
   */
  public long earliestStart(long from, long lengthTicks, int processors) {
    long start = Math.max(from, times[0]);
    for (int i = at(start); i < size; i++) {
      if (free[i] < processors) {
        if (i + 1 == size) {
          return -1;
        }
        start = times[i + 1];
      } else if (i + 1 == size || times[i + 1] - start >= lengthTicks) {
        return start;
      }
    }
    return -1;
  }

  /**
   * Takes processors from {@code start} to {@code end}.
   *
   * @throws IllegalArgumentException when too few are free; nothing is taken then
   */
  public void hold(long start, long end, int processors) {
    if (start >= end || start < times[0]) {
      throw new IllegalArgumentException(
          "[%d, %d) is no span of a profile that begins at %d".formatted(start, end, times[0]));
    }
    for (int i = at(start); i < size && times[i] < end; i++) {
      if (free[i] < processors) {
        throw new IllegalArgumentException(
            "%d processors are not free at %d".formatted(processors, Math.max(start, times[i])));
      }
    }
    add(start, end, -processors);
  }

  /** Gives back what was held from {@code start} to {@code end}. */
  public void release(long start, long end, int processors) {
    add(start, end, processors);
  }

  /** Forgets what lies before a tick. */
  public void forgetBefore(long tick) {
    if (tick <= times[0]) {
      return;
    }
    int first = at(tick);
    System.arraycopy(times, first, times, 0, size - first);
    System.arraycopy(free, first, free, 0, size - first);
    size -= first;
    times[0] = tick;
  }

  private void add(long start, long end, int change) {
    int first = splitAt(start);
    int last = splitAt(end);
    for (int i = first; i < last; i++) {
      free[i] += change;
    }
    joinAt(last);
    joinAt(first);
  }

  /** The entry that begins at a tick, made if there is none. */
  private int splitAt(long tick) {
    int i = at(tick);
    if (times[i] == tick) {
      return i;
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      free = Arrays.copyOf(free, 2 * size);
    }
    System.arraycopy(times, i + 1, times, i + 2, size - i - 1);
    System.arraycopy(free, i, free, i + 1, size - i);
    times[i + 1] = tick;
    size++;
    return i + 1;
  }

  /** Takes an entry away that changes nothing. */
  private void joinAt(int i) {
    if (i > 0 && i < size && free[i] == free[i - 1]) {
      System.arraycopy(times, i + 1, times, i, size - i - 1);
      System.arraycopy(free, i + 1, free, i, size - i - 1);
      size--;
    }
  }

  /** The entry in which a tick lies. */
  private int at(long tick) {
    if (tick < times[0]) {
      throw new IllegalArgumentException(
          "%d lies before the profile, which begins at %d".formatted(tick, times[0]));
    }
    int found = Arrays.binarySearch(times, 0, size, tick);
    return found >= 0 ? found : -found - 2;
  }
}
