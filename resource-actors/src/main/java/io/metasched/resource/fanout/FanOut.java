package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.RankedOffers;
import io.metasched.resource.search.SearchResult;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lossless fan-out of an exact search over domains. Each domain answers with the few slots that can
 * be part of the best window. A search over the merged answers finds the same window as a search
 * over all slots, even among equal windows.
 *
 * <p>Slot y dominates slot x at a start t if both are usable at t and (cost, node) of y's part is
 * less. Unless the criterion is start or cost, y's part must also be no longer, and, for energy,
 * need no more energy. If x has m dominators at t, at least one of them is not in a window of m
 * parts with x, and replacing x by this dominator improves the window. A slot is therefore omitted
 * if m other slots of its domain dominate it at every tick at which the slot is usable.
 *
 * <p>An answer with {@code spare} s omits the slots that m + s others dominate. Then, any s parts
 * may be taken from the domain's slots, in the answer or not: each taken part makes at most one
 * slot unusable at a tick. So m dominators remain at every tick at which an omitted slot is still
 * usable, and the remaining slots of the answer suffice. The answer also serves a later earliest
 * start.
 *
 * <p>A window is certain at a tick, whichever s parts are taken, if the m most expensive of the m +
 * s cheapest usable slots are within the limit. The same applies to the slots up to some part
 * length. A slot does not matter if it could only make a window that is worse than a certain one in
 * the start, runtime or finish that the criterion counts. Such an answer does not serve an earliest
 * start after the certain one.
 *
 * <p>Only slots that matter themselves need to be counted as dominators: of all slots that dominate
 * a slot at a tick, the m + s least by (cost, node) have too few dominators to be omitted. Cost for
 * n slots of o offers, c part lengths (1 for start and cost) and an answer of a slots: O(n c + a
 * log a + o log o) steps, few of which read more than one word of a bit set. For energy, c is o.
 */
public final class FanOut {
  private FanOut() {}

  /**
   * Returns the slots of a domain that matter for the request, by start, then node.
   *
   * @param spare number of further parts that may be taken from the domain's slots while the answer
   *     stays complete
   */
  public static List<Slot> answer(
      SlotTable domain, WindowRequest request, Criterion criterion, int spare) {
    var ranked = RankedOffers.of(domain.offers(), request);
    int[] places = new DominanceSweep(domain, request, criterion, spare, ranked).run();
    return Arrays.stream(places).mapToObj(domain::slot).toList();
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
}
