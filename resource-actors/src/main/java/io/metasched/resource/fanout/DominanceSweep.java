package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.RankedOffers;
import io.metasched.resource.slots.SlotTable;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Sweep over the ticks of a domain that finds the slots dominated by too few others: see {@link
 * FanOut}.
 *
 * <p>At a tick, these slots are the first k usable slots by rank, where k is nodes + spare. If the
 * length matters, they are the first k of each front ({@link DominanceFronts}). A slot enters a
 * front when the slot begins, or when one of the first k ends. Only slots that were in a front are
 * therefore watched for their end. The best certain window bounds which slots can matter.
 */
final class DominanceSweep {
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final SlotTable slots;
  private final WindowRequest request;
  private final RankedOffers ranked;
  private final DominanceFronts fronts;
  private final boolean tickCounts;
  private final boolean lengthCounts;

  private final int[] slotAt; // by rank: the slot that began last
  private final long[] latest; // by rank: its last usable tick
  private final long[] valueOf; // by slot: value at its first relevant tick, or UNKNOWN
  private final EndQueue ends;
  private final IntConsumer keeping = this::keep; // allocated once for all ticks

  private final int[] begun; // ranks that begin at the current tick
  private int begunCount;
  private long tick; // the current tick
  private long certainValue = UNKNOWN;
  private long servesUntil = WindowRequest.NO_LIMIT;

  DominanceSweep(
      SlotTable slots, WindowRequest request, Criterion criterion, int spare, RankedOffers ranked) {
    this.slots = slots;
    this.request = request;
    this.ranked = ranked;
    tickCounts = criterion.countsStart();
    lengthCounts = criterion.countsLongestPart();
    slotAt = new int[ranked.size()];
    latest = new long[ranked.size()];
    long size = (long) request.nodes() + spare;
    fronts = new DominanceFronts(slots.offers(), ranked, criterion, size, latest);
    valueOf = new long[slots.size()];
    Arrays.fill(valueOf, UNKNOWN);
    ends = new EndQueue();
    begun = new int[ranked.size()];
  }

  /** Runs the sweep; returns the indices of the slots found, ascending. */
  int[] run() {
    int next = skipUseless(0);
    while (next < slots.size() || !ends.isEmpty()) {
      long begin = next < slots.size() ? first(next) : Long.MAX_VALUE;
      long end = ends.isEmpty() ? Long.MAX_VALUE : ends.leastTick() + 1;
      tick = Math.min(begin, end);
      if (value(fronts.length(0)) > certainValue) {
        break;
      }
      fronts.beginTick(tick);
      while (!ends.isEmpty() && ends.leastTick() < tick) {
        fronts.remove(ranked.rankOf(slots.offer(ends.pop())));
      }
      begunCount = 0;
      while (next < slots.size() && first(next) == tick) {
        begin(next);
        next = skipUseless(next + 1);
      }
      fronts.forEachNew(begun, begunCount, keeping);
      if (begunCount > 0) {
        lookForCertain();
      }
    }
    return kept();
  }

  /**
   * Returns the value, by the criterion, of a window that starts now and whose longest part has
   * {@code length} ticks.
   */
  private long value(long length) {
    return (tickCounts ? tick : 0) + (lengthCounts ? length : 0);
  }

  /** Returns the greatest earliest start for which the slots found suffice. */
  long servesUntil() {
    return servesUntil;
  }

  private int skipUseless(int from) {
    int next = from;
    while (next < slots.size() && lastOf(next) < first(next)) {
      next++;
    }
    return next;
  }

  private long first(int slot) {
    return Math.max(slots.start(slot), request.earliestStart());
  }

  /**
   * Returns the last tick at which a slot is usable; for a slot that is never usable, a tick below
   * any start.
   */
  private long lastOf(int slot) {
    int rank = ranked.rankOf(slots.offer(slot));
    return rank < 0
        ? Long.MIN_VALUE
        : Math.min(slots.end(slot), request.deadline()) - ranked.length(rank);
  }

  private void begin(int slot) {
    int rank = ranked.rankOf(slots.offer(slot));
    if (value(ranked.length(rank)) <= certainValue) {
      slotAt[rank] = slot;
      latest[rank] = lastOf(slot);
      begun[begunCount++] = rank;
      fronts.add(rank);
    }
  }

  private void keep(int rank) {
    int slot = slotAt[rank];
    if (valueOf[slot] == UNKNOWN) {
      valueOf[slot] = value(ranked.length(rank));
      ends.push(latest[rank], slot);
    }
  }

  /** Searches for a window at this tick that remains possible whichever parts are taken. */
  private void lookForCertain() {
    if (!tickCounts && !lengthCounts) {
      return;
    }
    for (int front = 0; front < fronts.count(); front++) {
      long value = value(fronts.length(front));
      if (value >= certainValue) {
        return;
      }
      if (fronts.mostExpensiveWithin(front, request.nodes(), request.costLimitMilli())) {
        certainValue = value;
        servesUntil = tick;
        return;
      }
    }
  }

  private int[] kept() {
    var kept = new int[valueOf.length];
    int count = 0;
    for (int slot = 0; slot < valueOf.length; slot++) {
      if (valueOf[slot] != UNKNOWN && valueOf[slot] <= certainValue) {
        kept[count++] = slot;
      }
    }
    return Arrays.copyOf(kept, count);
  }
}
