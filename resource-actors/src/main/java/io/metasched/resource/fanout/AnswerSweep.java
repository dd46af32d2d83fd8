package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.RankedOffers;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The walk over the ticks of a domain that finds the slots which too few others dominate: see
 * {@link FanOut}.
 *
 * <p>At a tick these are the first k usable slots by rank, k being nodes + spare, and where the
 * length matters the first k of each {@link Front}. A slot gets into a front when it begins or when
 * one of the first k ends, so only slots that were in a front are watched for their end.
 */
final class AnswerSweep {
  private final SlotTable slots;
  private final WindowRequest request;
  private final RankedOffers ranked;
  private final Fronts fronts;
  private final boolean byStart;
  private final int spare;

  private final int[] slotAt; // by rank: the slot that has begun last
  private final long[] latest; // by rank: its last usable tick
  private final boolean[] matters;
  private final EndQueue ends;

  private final int[] begun; // ranks that begin at the present tick
  private int begunCount;
  private int answerSize;
  private long servesUntil = WindowRequest.NO_LIMIT;

  AnswerSweep(
      SlotTable slots, WindowRequest request, Criterion criterion, int spare, RankedOffers ranked) {
    this.slots = slots;
    this.request = request;
    this.ranked = ranked;
    this.spare = spare;
    byStart = criterion == Criterion.START;
    slotAt = new int[ranked.size()];
    latest = new long[ranked.size()];
    long size = (long) request.nodes() + spare;
    fronts = new Fronts(slots.offers(), ranked, criterion, size, latest);
    matters = new boolean[slots.size()];
    ends = new EndQueue();
    begun = new int[ranked.size()];
  }

  /** Walks, and gives the slots found, by start, then node. */
  List<Slot> run() {
    int next = 0;
    boolean goesOn = true;
    while (goesOn) {
      next = skipUseless(next);
      long begin = next < slots.size() ? first(next) : Long.MAX_VALUE;
      long end = ends.isEmpty() ? Long.MAX_VALUE : ends.leastTick() + 1;
      long tick = Math.min(begin, end);
      if (tick == Long.MAX_VALUE) {
        break;
      }
      fronts.beginTick(tick);
      while (!ends.isEmpty() && ends.leastTick() < tick) {
        expire(ends.pop());
      }
      begunCount = 0;
      while (next < slots.size() && first(next) == tick) {
        begin(next++);
      }
      fronts.forEachNew(begun, begunCount, this::keep);
      // a window at this tick is left whichever parts are taken, so the first starts no later
      if (byStart && fronts.costWithin(spare, request.costLimitMilli())) {
        servesUntil = tick;
        goesOn = false;
      }
    }
    return kept();
  }

  /** The greatest earliest start for which the slots found are enough. */
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

  /** The last tick at which a slot is usable; lower than any start where it is never. */
  private long lastOf(int slot) {
    int rank = ranked.rankOf(slots.offer(slot));
    return rank < 0
        ? Long.MIN_VALUE
        : Math.min(slots.end(slot), request.deadline()) - ranked.length(rank);
  }

  private void begin(int slot) {
    long last = lastOf(slot);
    if (last >= first(slot)) {
      int rank = ranked.rankOf(slots.offer(slot));
      slotAt[rank] = slot;
      latest[rank] = last;
      begun[begunCount++] = rank;
      fronts.add(rank);
    }
  }

  private void expire(int slot) {
    fronts.remove(ranked.rankOf(slots.offer(slot)));
  }

  private void keep(int rank) {
    int slot = slotAt[rank];
    if (!matters[slot]) {
      matters[slot] = true;
      answerSize++;
      ends.push(latest[rank], slot);
    }
  }

  private List<Slot> kept() {
    var kept = new ArrayList<Slot>(answerSize);
    for (int slot = 0; slot < matters.length; slot++) {
      if (matters[slot]) {
        kept.add(slots.slot(slot));
      }
    }
    return kept;
  }
}
