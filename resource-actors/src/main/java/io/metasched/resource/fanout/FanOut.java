package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchResult;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The lossless fan-out of an exact search over domains: each domain answers with the few slots that
 * can be part of the best window, and the search over the merged answers equals the search over all
 * slots, ties included.
 *
 * <p>Slot y dominates slot x at a start t when both are usable at t, y's part is no longer, (cost,
 * node) of y's part is less, and, for energy, its energy is no more. With m dominators at t at
 * least one is not in a window of m with x, and the window gets better when it takes x's place. So
 * a slot is left out when m others of its domain dominate it at every tick at which it is usable;
 * the number of dominators is least at its first usable tick or right behind the last usable tick
 * of a dominator.
 *
 * <p>An answer holds for one request on one state of the slots. Cost: O(n^2 log n) for n slots.
 */
public final class FanOut {
  private FanOut() {}

  /** A slot the request admits, as a part of a window for it. */
  private record Usable(Slot slot, long first, long last, long length, long cost, long energy) {}

  /**
   * The slots of a domain that matter for the request, by start, then node.
   *
   * @param spare how many parts may yet be taken from the domain's slots with nothing lost
   */
  public static List<Slot> answer(
      SlotTable domain, WindowRequest request, Criterion criterion, int spare) {
    var usable = new ArrayList<Usable>();
    for (int i = 0; i < domain.size(); i++) {
      var candidate = usable(domain.slot(i), request);
      if (candidate.first() <= candidate.last()
          && candidate.cost() <= request.costLimitMilli()
          && request.admits(candidate.slot().node(), candidate.slot().priceMilli())) {
        usable.add(candidate);
      }
    }
    var answer = new ArrayList<Slot>();
    for (var candidate : usable) {
      if (matters(candidate, usable, request.nodes() + spare, criterion)) {
        answer.add(candidate.slot());
      }
    }
    return answer;
  }

  /** Searches the merged answers of the domains. */
  public static SearchResult find(
      List<SlotTable> domains, WindowRequest request, Criterion criterion, WindowSearch search) {
    var merged = new ArrayList<Slot>();
    for (var domain : domains) {
      merged.addAll(answer(domain, request, criterion, 0));
    }
    return search.find(new SlotTable(merged), request);
  }

  private static Usable usable(Slot slot, WindowRequest request) {
    long length = request.lengthTicks(slot.node());
    return new Usable(
        slot,
        Math.max(slot.span().start(), request.earliestStart()),
        Math.min(slot.span().end(), request.deadline()) - length,
        length,
        Ticks.costMilli(slot.priceMilli(), length),
        Ticks.costMilli(slot.node().powerMilli(), length));
  }

  /** Whether fewer than {@code nodes} others dominate the slot at some tick. */
  private static boolean matters(Usable x, List<Usable> usable, int nodes, Criterion criterion) {
    var firsts = new long[usable.size()];
    var lasts = new long[usable.size()];
    int count = 0;
    for (var y : usable) {
      boolean meet = y.first() <= x.last() && x.first() <= y.last();
      if (meet && dominates(y, x, criterion)) {
        firsts[count] = y.first();
        lasts[count++] = y.last();
      }
    }
    if (count < nodes) {
      return true;
    }
    Arrays.sort(firsts, 0, count);
    Arrays.sort(lasts, 0, count);
    int begun = 0;
    int ended = 0;
    long tick = x.first();
    while (tick <= x.last()) {
      while (begun < count && firsts[begun] <= tick) {
        begun++;
      }
      while (ended < count && lasts[ended] < tick) {
        ended++;
      }
      if (begun - ended < nodes) {
        return true;
      }
      tick = lasts[ended] + 1; // some are left: no fewer than nodes have begun and not ended
    }
    return false;
  }

  private static boolean dominates(Usable y, Usable x, Criterion criterion) {
    boolean cheaper =
        y.cost() < x.cost()
            || (y.cost() == x.cost() && y.slot().node().id() < x.slot().node().id());
    return cheaper
        && y.length() <= x.length()
        && (criterion != Criterion.ENERGY || y.energy() <= x.energy());
  }
}
