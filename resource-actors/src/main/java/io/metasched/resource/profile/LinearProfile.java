package io.metasched.resource.profile;

import java.util.Arrays;

/**
 * Number of free processors of a cluster from some tick on, as in the paper: sorted entries (time,
 * free), one for each change of the number. The last entry has no end. Tests and benchmarks compare
 * {@link CapacityProfile} with it.
 *
 * <p>Source: the hierarchical reservation paper, CARTS (variable slots) and ARTS2.
 *
 * <p>Cost: O(log n + k) to find a start after k entries, O(n) to hold or release.
 */
public final class LinearProfile implements FreeCapacity {
  private long[] times = new long[16];
  private int[] free = new int[16];
  private int size;

  /** Creates a profile in which {@code processors} are free from {@code start}. */
  public LinearProfile(long start, int processors) {
    reset(start, processors);
  }

  @Override
  public void reset(long start, int processors) {
    ProfileChecks.requireStart(start);
    size = 0;
    append(start, processors);
  }

  @Override
  public void reset(long start, int processors, SortedReservations held) {
    ProfileChecks.requireStart(start);
    size = 0;
    try {
      held.merge(start, processors, this::append);
    } catch (IllegalArgumentException e) {
      reset(start, processors);
      throw e;
    }
  }

  private void append(long tick, int processors) {
    makeRoom();
    times[size] = tick;
    free[size] = processors;
    size++;
  }

  @Override
  public long start() {
    return times[0];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int freeAt(long tick) {
    ProfileChecks.requireKnown(this, tick);
    return free[at(tick)];
  }

  @Override
  public long earliestStart(long from, long lengthTicks, int processors, long latest) {
    long start = Math.max(from, times[0]);
    for (int i = at(start); i < size && start <= latest; i++) {
      if (free[i] < processors) {
        if (i + 1 == size) {
          return NEVER;
        }
        start = times[i + 1];
      } else if (i + 1 == size || times[i + 1] - start >= lengthTicks) {
        return start;
      }
    }
    return NEVER;
  }

  @Override
  public void hold(long start, long end, int processors) {
    ProfileChecks.requireSpan(this, start, end, processors);
    ProfileChecks.requireFree(this, start, end, processors);
    add(start, end, -processors);
  }

  @Override
  public void release(long start, long end, int processors) {
    ProfileChecks.requireSpan(this, start, end, processors);
    add(start, end, processors);
  }

  @Override
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

  /** Cost: O(n). */
  @Override
  public LinearProfile copy() {
    var copy = new LinearProfile(times[0], free[0]);
    copy.times = times.clone();
    copy.free = free.clone();
    copy.size = size;
    return copy;
  }

  private void add(long start, long end, int change) {
    int first = splitAt(start);
    int last = end < Long.MAX_VALUE ? splitAt(end) : size;
    for (int i = first; i < last; i++) {
      free[i] += change;
    }
    joinAt(last);
    joinAt(first);
  }

  /** Returns the entry that begins at a tick, creating it if necessary. */
  private int splitAt(long tick) {
    int i = at(tick);
    if (times[i] == tick) {
      return i;
    }
    makeRoom();
    System.arraycopy(times, i + 1, times, i + 2, size - i - 1);
    System.arraycopy(free, i, free, i + 1, size - i);
    times[i + 1] = tick;
    size++;
    return i + 1;
  }

  private void makeRoom() {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      free = Arrays.copyOf(free, 2 * size);
    }
  }

  /** Removes an entry that changes nothing. */
  private void joinAt(int i) {
    if (i > 0 && i < size && free[i] == free[i - 1]) {
      System.arraycopy(times, i + 1, times, i, size - i - 1);
      System.arraycopy(free, i + 1, free, i, size - i - 1);
      size--;
    }
  }

  /** Returns the entry that contains a tick. */
  private int at(long tick) {
    int found = Arrays.binarySearch(times, 0, size, tick);
    return found >= 0 ? found : -found - 2;
  }
}
