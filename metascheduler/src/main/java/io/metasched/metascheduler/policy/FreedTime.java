package io.metasched.metascheduler.policy;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.slots.Offers;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Freed spans of time, in order, with the number of each span's offer in the current table.
 * Confined to one thread.
 */
final class FreedTime {
  private static final int NOT_NUMBERED = Integer.MIN_VALUE;

  private long[] starts = new long[64];
  private long[] ends = new long[64];
  private int[] numbers = new int[64];
  private Slot[] slots = new Slot[64];
  private int size;
  private @Nullable Offers offers;

  int size() {
    return size;
  }

  void addAll(List<Slot> freed) {
    for (var slot : freed) {
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, 2 * size);
        ends = Arrays.copyOf(ends, 2 * size);
        numbers = Arrays.copyOf(numbers, 2 * size);
        slots = Arrays.copyOf(slots, 2 * size);
      }
      starts[size] = slot.span().start();
      ends[size] = slot.span().end();
      numbers[size] = NOT_NUMBERED;
      slots[size++] = slot;
    }
  }

  /** Drops the {@code count} oldest spans. */
  void forgetFirst(int count) {
    size -= count;
    System.arraycopy(starts, count, starts, 0, size);
    System.arraycopy(ends, count, ends, 0, size);
    System.arraycopy(numbers, count, numbers, 0, size);
    System.arraycopy(slots, count, slots, 0, size);
    Arrays.fill(slots, size, size + count, null);
  }

  long start(int index) {
    return starts[index];
  }

  long end(int index) {
    return ends[index];
  }

  Node node(int index) {
    return slots[index].node();
  }

  long priceMilli(int index) {
    return slots[index].priceMilli();
  }

  /** Returns the number of a span's offer; negative if the span has none. */
  int offer(int index, Offers present) {
    if (offers != present) {
      offers = present;
      Arrays.fill(numbers, 0, size, NOT_NUMBERED);
    }
    if (numbers[index] == NOT_NUMBERED) {
      numbers[index] = present.numberOf(slots[index]);
    }
    return numbers[index];
  }
}
