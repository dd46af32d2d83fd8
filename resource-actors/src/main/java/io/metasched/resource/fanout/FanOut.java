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
 * The lossless fan-out of an exact search over domains: each domain answers with the few slots that
 * can be part of the best window, and the search over the merged answers equals the search over all
 * slots, ties included.
 *
 * <p>Slot y dominates slot x at a start t when both are usable at t and (cost, node) of y's part is
 * less; unless the window is to be least in start or cost, y's part is also no longer, and, for
 * energy, its energy no more. With m dominators at t at least one is not in a window of m with x,
 * and replacing x by it improves the window. So a slot is left out when m others of its domain
 * dominate it at every tick at which it is usable.
 *
 * <p>An answer with {@code spare} s leaves out what m + s others dominate. Then any s parts may be
 * taken from the domain's slots, in the answer or not: at a tick each makes one slot unusable at
 * most, so m dominators remain wherever a slot that was left out is still usable, and the remaining
 * slots of the answer are sufficient. It also serves a later earliest start.
 *
 * <p>A window is certain at a tick, whichever s parts are taken, when of the m + s cheapest usable
 * slots the m dearest are within the limit; likewise among the slots up to some part length. No
 * slot matters where it could only make a window that starts later, runs longer or finishes later
 * than a certain one, by what the criterion counts. Such an answer does not serve an earliest start
 * behind the certain one.
 *
 * <p>Only slots that matter themselves need be counted as dominators: of those that dominate a slot
 * at a tick the m + s least by (cost, node) have too few dominators there. Cost for n slots of o
 * offers, c part lengths (1 for start and cost) and an answer of a slots: O(n c + a log a + o log
 * o) steps, of which few read more than a word of a bit set; for energy c is o.
 */
public final class FanOut {
  private FanOut() {}

  /**
   * The slots of a domain that matter for the request, by start, then node.
   *
   * @param spare how many more parts may be taken from the domain's slots while the answer stays
   *     complete
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
