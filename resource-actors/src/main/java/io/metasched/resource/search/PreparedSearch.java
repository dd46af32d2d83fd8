package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.EnumMap;
import java.util.Map;

/**
 * Searches of one family for one planning. The ranks of the offers by request, and all arrays, are
 * kept between searches. The results equal the results of the family's searches, regardless of the
 * available memory. Confined to one thread.
 *
 * <p>Cost of a repeated exact search that is not a knapsack: one pass over the slots until no later
 * start can improve the result, with O(log n) for each relevant slot; for runtime and finish,
 * multiplied by the number of part lengths.
 */
public final class PreparedSearch {
  private static final double SHARE_OF_MEMORY = 0.2; // share of the memory that ranks may use
  private static final long MOST_OFFERS_RANKED =
      (long) (SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory() / RankedOffers.BYTES_PER_OFFER);

  private final SearchFamily family;
  private final Rankings rankings = new Rankings(MOST_OFFERS_RANKED);
  private final FirstTickSearch firstTick;
  private final Map<Criterion, StartSweep> sweeps = new EnumMap<>(Criterion.class);

  PreparedSearch(SearchFamily family) {
    this(family, new FirstTickSearch());
  }

  PreparedSearch(SearchFamily family, FirstTickSearch firstTick) {
    this.family = family;
    this.firstTick = firstTick;
  }

  /**
   * Searches a planner's view, and reads only the slots that the search needs.
   *
   * <p>A published search depends on all slots, and so does a knapsack that may end at its limit of
   * steps; these searches get the whole list.
   */
  public SearchResult find(SlotView slots, WindowRequest request, Criterion criterion) {
    if (!family.isExact()) {
      return family.by(criterion).find(slots.whole(), request);
    }
    var table = criterion.isKnapsack() ? slots.whole() : slots.relevant(request, criterion);
    if (criterion.isStartOnly()) {
      return earliest(table, request);
    }
    return sweep(criterion).find(table, ranked(table, request), request);
  }

  private SearchResult earliest(SlotTable table, WindowRequest request) {
    var first = firstTick.find(table, request, WindowRequest.NO_LIMIT);
    if (first.isPresent() && first.get().window().isPresent()) {
      return first.get();
    }
    var search = earliestStart();
    var ranked = ranked(table, request);
    boolean isThere =
        first.isPresent()
            ? search.searchLater(table, ranked, request, WindowRequest.NO_LIMIT)
            : search.search(table, ranked, request);
    return isThere ? search.result(table, request) : SearchResult.none();
  }

  /**
   * Returns whether the exact search for a criterion finds a window. Unless the criterion is a
   * knapsack, the search allocates nothing if the request, and a table of the same size, were
   * searched before.
   */
  public boolean isThere(SlotTable slots, WindowRequest request, Criterion criterion) {
    return sweep(criterion).search(slots, ranked(slots, request), request);
  }

  /**
   * Returns a search for one request that may be repeated as long as time is taken but not given
   * back.
   */
  public RepeatedSearch repeated(WindowRequest request, Criterion criterion) {
    return new RepeatedSearch(this, request, criterion);
  }

  /** Returns whether a search by the criterion may resume; see {@link SearchFamily#resumes}. */
  boolean resumes(Criterion criterion) {
    return family.resumes(criterion);
  }

  RankedOffers ranked(SlotTable slots, WindowRequest request) {
    return rankings.ignoringCosts(slots.offers(), request);
  }

  FirstTickSearch firstTick() {
    return firstTick;
  }

  EarliestStartSearch earliestStart() {
    return (EarliestStartSearch) sweep(Criterion.START);
  }

  StartSweep sweep(Criterion criterion) {
    var known = sweeps.get(criterion);
    if (known == null) {
      known = family.sweep(criterion);
      sweeps.put(criterion, known);
    }
    return known;
  }
}
