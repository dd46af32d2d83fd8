package io.metasched.resource.fanout;

import java.util.Arrays;

/** Binary heap of slots by their last usable tick, the earliest first. */
final class EndQueue {
  private long[] ticks = new long[64];
  private int[] slots = new int[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  long leastTick() {
    return ticks[0];
  }

  void push(long tick, int slot) {
    if (size == slots.length) {
      ticks = Arrays.copyOf(ticks, 2 * size);
      slots = Arrays.copyOf(slots, 2 * size);
    }
    int at = size++;
    while (at > 0 && ticks[(at - 1) / 2] > tick) {
      move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    ticks[at] = tick;
    slots[at] = slot;
  }

  /** Removes and returns the slot with the earliest tick. */
  int pop() {
    int popped = slots[0];
    size--;
    long tick = ticks[size];
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && ticks[child + 1] < ticks[child]) {
        child++;
      }
      if (ticks[child] >= tick) {
        break;
      }
      move(child, at);
      at = child;
      child = 2 * at + 1;
    }
    ticks[at] = tick;
    slots[at] = slots[size];
    return popped;
  }

  private void move(int from, int to) {
    ticks[to] = ticks[from];
    slots[to] = slots[from];
  }
}
