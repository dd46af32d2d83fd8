package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.Offers;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import org.jspecify.annotations.Nullable;

/**
 * Repeated search for one request. The caller takes each window found; between searches, other time
 * may be taken but not given back. The results equal the results of independent searches.
 *
 * <p>The least value then never decreases, and no window with that value starts earlier than the
 * last window. The next search therefore first searches for the earliest start, from the last start
 * on, among the windows whose value is not greater. It searches for other windows only if there is
 * no such window. This attempt is skipped if the value has just increased, which is frequent if few
 * values are equal. Offers that are cheaper than the most expensive part of the last window are no
 * longer vacant at its start.
 *
 * <p>The cheapest windows usually have different costs, so searches by cost do not resume; neither
 * do knapsacks and published searches. Confined to one thread.
 */
public final class RepeatedSearch {
  private final PreparedSearch prepared;
  private final Criterion criterion;
  private final WindowRequest request;
  private WindowRequest again; // request for a window that is not worse than the last one
  private @Nullable Long value; // of the last window
  private boolean mayRepeat; // false if the value is known to have increased with the last window
  private long mostLength = Long.MAX_VALUE;
  private @Nullable Offers offers; // of the last window
  private int firstRank;

  RepeatedSearch(PreparedSearch prepared, WindowRequest request, Criterion criterion) {
    this.prepared = prepared;
    this.request = request;
    again = request;
    this.criterion = criterion;
  }

  /** Returns the next window, which the caller must take, or none. */
  public SearchResult next(SlotView slots) {
    if (!prepared.resumes(criterion)) {
      return prepared.find(slots, request, criterion);
    }
    boolean isByStart = criterion.isStartOnly(); // then, no window exists unless one starts later
    var table = slots.relevant(isByStart ? again : request, criterion);
    if (mayRepeat || isByStart) {
      var result = resume(table);
      if (isByStart || result.window().isPresent()) {
        return result;
      }
    }
    var ranked = prepared.ranked(table, request);
    var sweep = prepared.sweep(criterion);
    return sweep.search(table, ranked, request) ? found(sweep, table) : SearchResult.none();
  }

  private SearchResult resume(SlotTable table) {
    var first = prepared.firstTick().find(table, again, mostLength);
    if (first.isPresent() && first.get().window().isPresent()) {
      return found(first.get(), table, 0);
    }
    var search = prepared.earliestStart();
    var ranked = prepared.ranked(table, request);
    int from = table.offers() == offers ? firstRank : 0;
    boolean isThere =
        first.isPresent()
            ? search.searchLater(table, ranked, again, mostLength)
            : search.resume(table, ranked, again, mostLength, from);
    return isThere ? found(search, table) : SearchResult.none();
  }

  private SearchResult found(StartSweep search, SlotTable table) {
    return found(search.result(table, request), table, search.best.mostExpensive() + 1);
  }

  /** Stores the result of a search, and the rank below which no offer is usable any more. */
  private SearchResult found(SearchResult result, SlotTable table, int leastRank) {
    var window = result.window().orElseThrow();
    long newValue = window.value(criterion);
    mayRepeat = value == null || value == newValue;
    value = newValue;
    offers = table.offers();
    firstRank = leastRank;
    boolean isBoundByLength = criterion.countsLongestPart();
    boolean isBoundByFinish = isBoundByLength && criterion.countsStart();
    mostLength = isBoundByLength && !isBoundByFinish ? window.runtimeTicks() : Long.MAX_VALUE;
    long deadline = isBoundByFinish ? window.finish() : request.deadline();
    again = request.between(window.start(), deadline);
    return result;
  }
}
