package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.List;

/** Which search serves which criterion: all {@code exact}, or all as {@code published}. */
public final class SearchFamily {
  private final boolean exact;
  private final long stepLimit;

  private SearchFamily(boolean exact, long stepLimit) {
    this.exact = exact;
    this.stepLimit = stepLimit;
  }

  /** The exact searches, with a limit on the steps of those that branch. */
  public static SearchFamily exact(long stepLimit) {
    return new SearchFamily(true, stepLimit);
  }

  public static SearchFamily published() {
    return new SearchFamily(false, 1);
  }

  /** The search for that criterion, on a table. */
  public WindowSearch by(Criterion criterion) {
    return exact ? WindowSearches.exact(criterion, stepLimit) : WindowSearches.published(criterion);
  }

  /** The searches for one planning, which keep for the next what one needs. */
  public PreparedSearch prepared() {
    return new PreparedSearch(this);
  }

  /** One search by itself of what a planner sees; see {@link PreparedSearch#find}. */
  public SearchResult find(SlotView slots, WindowRequest request, Criterion criterion) {
    return prepared().find(slots, request, criterion);
  }

  /** Whether there is no window where the search by that criterion finds none. */
  public boolean provesNone(Criterion criterion) {
    return exact && !criterion.isKnapsack();
  }

  boolean isExact() {
    return exact;
  }

  /** The exact search for a criterion with arrays of its own. */
  StartSweep sweep(Criterion criterion) {
    return WindowSearches.sweep(criterion, stepLimit);
  }

  /** Whether the next search by that criterion can resume from the result of the last. */
  boolean resumes(Criterion criterion) {
    return exact && criterion.mayResume();
  }

  /**
   * The disjoint windows that the search for the earliest start finds when it is repeated until it
   * finds none: CSA for the published family.
   */
  public List<Window> alternatives(SlotTable slots, WindowRequest request) {
    return exact
        ? new EarliestStartSearch()
            .repeated(slots, RankedOffers.of(slots.offers(), request), request)
        : CommonStats.alternatives(slots, request);
  }
}
