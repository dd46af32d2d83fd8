package io.metasched.resource.profile;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.ToLongFunction;

/**
 * Starts and ends of reservations, each sorted, from which a profile is built in one pass.
 *
 * <p>Source: the hierarchical reservation paper, algorithm 1, as the text of the paper describes
 * it: the profile has an entry at each tick at which the number of processors taken differs from
 * the number released.
 *
 * <p>Cost: O(n log n) to sort, O(n) to merge.
 */
public final class SortedReservations {
  private final Steps starts;
  private final Steps ends;

  /** Ticks in order, with the number of processors taken or released at each tick. */
  private static final class Steps {
    final long[] ticks;
    final int[] processors;

    Steps(Collection<ProcessorHold> reservations, ToLongFunction<ProcessorHold> tick) {
      var sorted = reservations.toArray(new ProcessorHold[0]);
      Arrays.sort(sorted, Comparator.comparingLong(tick));
      ticks = new long[sorted.length];
      processors = new int[sorted.length];
      for (int i = 0; i < sorted.length; i++) {
        ticks[i] = tick.applyAsLong(sorted[i]);
        processors[i] = sorted[i].processors();
      }
    }
  }

  /** Receiver of the steps of a profile, in order. */
  @FunctionalInterface
  interface StepSink {
    /** Receives one step: {@code free} processors from {@code tick} on. */
    void step(long tick, int free);
  }

  private SortedReservations(Collection<ProcessorHold> reservations) {
    starts = new Steps(reservations, ProcessorHold::start);
    ends = new Steps(reservations, ProcessorHold::end);
  }

  /** Creates the sorted starts and ends of {@code reservations}. */
  public static SortedReservations of(Collection<ProcessorHold> reservations) {
    return new SortedReservations(reservations);
  }

  /** Returns the number of reservations. */
  public int size() {
    return starts.ticks.length;
  }

  /**
   * Merges starts and ends into the steps of a profile: the step at {@code start} first, then each
   * later tick at which the number of free processors changes.
   *
   * @throws IllegalArgumentException if more processors are held than exist
   */
  void merge(long start, int processors, StepSink sink) {
    long free = processors;
    int begun = 0;
    int ended = 0;
    int count = size();
    // reservations that end before the profile begins cannot exceed its capacity
    for (; begun < count && starts.ticks[begun] <= start; begun++) {
      free -= starts.processors[begun];
    }
    for (; ended < count && ends.ticks[ended] <= start; ended++) {
      free += ends.processors[ended];
    }
    sink.step(start, enough(free, start));
    while (begun < count || (ended < count && ends.ticks[ended] < Long.MAX_VALUE)) {
      long tick = ends.ticks[ended];
      if (begun < count) {
        tick = Math.min(tick, starts.ticks[begun]);
      }
      long before = free;
      for (; begun < count && starts.ticks[begun] == tick; begun++) {
        free -= starts.processors[begun];
      }
      for (; ended < count && ends.ticks[ended] == tick; ended++) {
        free += ends.processors[ended];
      }
      if (free != before) {
        sink.step(tick, enough(free, tick));
      }
    }
  }

  private static int enough(long free, long tick) {
    if (free < 0) {
      throw new IllegalArgumentException(
          "%d more processors than exist are held at %d".formatted(-free, tick));
    }
    return (int) free;
  }

  /**
   * Adds up the processors held in each of {@code held.length} slots. A reservation takes each slot
   * that it touches, and the last element of the array represents all later slots.
   */
  void spread(long slotTicks, long firstSlot, long[] held) {
    for (int i = 0; i < size(); i++) {
      held[slot(starts.ticks[i] / slotTicks, firstSlot, held)] += starts.processors[i];
      if (ends.ticks[i] < Long.MAX_VALUE) {
        long after = (ends.ticks[i] - 1) / slotTicks + 1;
        held[slot(after, firstSlot, held)] -= ends.processors[i];
      }
    }
    for (int i = 1; i < held.length; i++) {
      held[i] += held[i - 1];
    }
  }

  private static int slot(long number, long firstSlot, long[] held) {
    return (int) Math.max(0, Math.min(number - firstSlot, held.length - 1));
  }

  /** Returns the last start or finite end of a reservation. */
  long lastStep() {
    long last = size() == 0 ? 0 : starts.ticks[size() - 1];
    for (int i = size() - 1; i >= 0; i--) {
      if (ends.ticks[i] < Long.MAX_VALUE) {
        return Math.max(last, ends.ticks[i]);
      }
    }
    return last;
  }
}
