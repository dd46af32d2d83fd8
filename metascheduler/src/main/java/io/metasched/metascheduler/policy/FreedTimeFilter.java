package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/**
 * Filter of the promised jobs to which freed time may give an earlier window.
 *
 * <p>The filter excludes a job if no part that starts before the job's window can use freed time.
 * It also excludes a job if, at the possible starts of such a part, fewer nodes than the job needs
 * have room for a part. The job's own time counts as vacant: a slot that ends at the start of the
 * job's part counts as vacant up to the deadline, and a part that starts at any earlier tick may
 * use freed time in a slot that begins at the end of the job's part.
 *
 * <p>Cost: O(1) for each freed span, and one pass over the slots near the possible starts.
 */
final class FreedTimeFilter {
  private final SlotTable slots;
  private final FreedTime freed;
  private final int leastPerformance;

  /**
   * Creates a filter.
   *
   * @param slots the vacant slots, without the windows of promised jobs; one price for each node
   * @param freed freed time, in slots that may have been taken since
   */
  FreedTimeFilter(SlotTable slots, FreedTime freed) {
    this.slots = slots;
    this.freed = freed;
    leastPerformance = slots.offers().size() == 0 ? 1 : slots.offers().performance(0);
  }

  /**
   * Returns whether freed time may give a job an earlier window.
   *
   * @param from number of the first relevant freed span
   */
  boolean mayStartEarlier(Promised promised, WindowRequest request, int from) {
    long first = Long.MAX_VALUE; // earliest start of a part that uses freed time
    long last = Long.MIN_VALUE;
    long ownStart = promised.window().start();
    long longest = request.work().lengthTicks(leastPerformance, request.granularityTicks());
    for (int i = from; i < freed.size(); i++) {
      long start = freed.start(i);
      long end = freed.end(i);
      if (start - longest >= ownStart || end <= request.earliestStart()) {
        continue; // no part that starts before the window can use the span
      }
      int offer = freed.offer(i, slots.offers());
      if (offer < 0 || !request.admits(freed.node(i), freed.priceMilli(i))) {
        continue;
      }
      long length = request.lengthTicks(freed.node(i));
      int count = slots.slotsOf(offer);
      for (int slot = slots.firstEndingAfter(offer, start); slot < count; slot++) {
        if (slots.startOf(offer, slot) >= end) {
          break;
        }
        long latest = Math.min(latestStart(offer, slot, length, promised, request), end - 1);
        long earliest = Math.max(start - length + 1, request.earliestStart());
        if (earliest <= latest && earliest < slots.startOf(offer, slot)) {
          earliest = Math.max(earliest, begin(offer, slot, promised)); // computed only if necessary
        }
        if (earliest <= latest) {
          first = Math.min(first, earliest);
          last = Math.max(last, latest);
        }
      }
    }
    return first <= last && hasRoom(promised, request, first, last);
  }

  /** Returns whether enough nodes for a job have room for parts that start in a span. */
  private boolean hasRoom(Promised promised, WindowRequest request, long first, long last) {
    int room = 0;
    for (int offer = 0; offer < slots.offers().size() && room < request.nodes(); offer++) {
      var node = slots.offers().node(offer);
      if (request.admits(node, slots.offers().priceMilli(offer))
          && hasRoom(offer, request.lengthTicks(node), promised, request, first, last)) {
        room++;
      }
    }
    return room >= request.nodes();
  }

  private boolean hasRoom(
      int offer, long length, Promised promised, WindowRequest request, long first, long last) {
    int count = slots.slotsOf(offer);
    for (int slot = slots.firstEndingAfter(offer, first); slot < count; slot++) {
      long earliest = Math.max(slots.startOf(offer, slot), first);
      if (earliest > last) {
        return false;
      }
      long latest = latestStart(offer, slot, length, promised, request);
      if (earliest <= Math.min(latest, last)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the start of a slot, as if the job's own part before the slot were vacant. */
  private long begin(int offer, int slot, Promised promised) {
    long start = slots.startOf(offer, slot);
    for (var part : promised.window().parts()) {
      if (part.span().end() == start && part.node() == slots.offers().node(offer).id()) {
        return Long.MIN_VALUE; // or a later tick
      }
    }
    return start;
  }

  /** Returns the last tick at which a part may start in a slot, before the job's window starts. */
  private long latestStart(
      int offer, int slot, long length, Promised promised, WindowRequest request) {
    long end = slots.endOf(offer, slot);
    long ownStart = promised.window().start();
    boolean goesOn = end == ownStart && promised.window().takes(slots.offers().node(offer).id());
    long latestEnd = goesOn ? request.deadline() : Math.min(end, request.deadline());
    return Math.min(latestEnd - length, ownStart - 1);
  }
}
