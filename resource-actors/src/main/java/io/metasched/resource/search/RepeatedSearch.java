package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.Offers;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import org.jspecify.annotations.Nullable;

/**
 * A search for one request that is made again and again, where each window it gives is taken and
 * other time, too, is only taken in between. It finds what a search that knows nothing finds.
 *
 * <p>The least value never falls then, and of the windows with that value none starts earlier than
 * the last. So the next search is first one for the earliest start, from the last, among the
 * windows whose value is no greater; only where there is none are others looked for. That is not
 * tried where the value has just risen, as it does time and again where few are equal. Offers that
 * are cheaper than the dearest part of the last window are not vacant at its start any more.
 *
 * <p>The cheapest windows have different costs in most cases, so that searches by cost do not
 * resume; nor do knapsacks and published searches. Confined to one thread.
 */
public final class RepeatedSearch {
  private final PreparedSearch prepared;
  private final Criterion criterion;
  private final WindowRequest request;
  private WindowRequest again; // for what is no worse than the last window
  private @Nullable Long value; // of the last window
  private boolean mayRepeat; // whether the last two values were equal, as far as is known
  private long mostLength = Long.MAX_VALUE;
  private @Nullable Offers offers; // of the last window
  private int firstRank;

  RepeatedSearch(PreparedSearch prepared, WindowRequest request, Criterion criterion) {
    this.prepared = prepared;
    this.request = request;
    again = request;
    this.criterion = criterion;
  }

  /** The next window, which the caller is to take; or none. */
  public SearchResult next(SlotView slots) {
    if (!prepared.resumes(criterion)) {
      return prepared.find(slots, request, criterion);
    }
    boolean isByStart = criterion.isStartOnly(); // then there is no other where none is later
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
    return found(search.result(table, request), table, search.best.dearest() + 1);
  }

  /** Remembers what a search has found, and below which rank no offer is usable any more. */
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
