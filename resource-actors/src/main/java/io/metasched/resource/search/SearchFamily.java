package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.List;

/** Family of searches, one for each criterion: all {@code exact} or all {@code published}. */
public final class SearchFamily {
  private final boolean exact;
  private final long stepLimit;

  private SearchFamily(boolean exact, long stepLimit) {
    this.exact = exact;
    this.stepLimit = stepLimit;
  }

  /** Returns the exact searches, with a limit on the branching steps of knapsacks. */
  public static SearchFamily exact(long stepLimit) {
    return new SearchFamily(true, stepLimit);
  }

  public static SearchFamily published() {
    return new SearchFamily(false, 1);
  }

  /** Returns the search for the criterion, on a table. */
  public WindowSearch by(Criterion criterion) {
    return exact ? WindowSearches.exact(criterion, stepLimit) : WindowSearches.published(criterion);
  }

  /** Returns the searches for one planning, which reuse ranks and arrays. */
  public PreparedSearch prepared() {
    return new PreparedSearch(this);
  }

  /** Searches a planner's view one time; see {@link PreparedSearch#find}. */
  public SearchResult find(SlotView slots, WindowRequest request, Criterion criterion) {
    return prepared().find(slots, request, criterion);
  }

  /** Returns whether the search by the criterion finds a window whenever one exists. */
  public boolean provesNone(Criterion criterion) {
    return exact && !criterion.isKnapsack();
  }

  boolean isExact() {
    return exact;
  }

  /** Returns the exact search for a criterion with its own arrays. */
  StartSweep sweep(Criterion criterion) {
    return WindowSearches.sweep(criterion, stepLimit);
  }

  /** Returns whether the next search by the criterion can resume from the last result. */
  boolean resumes(Criterion criterion) {
    return exact && criterion.mayResume();
  }

  /**
   * Returns the disjoint windows of the search for the earliest start, repeated until it finds
   * none: CSA for the published family.
   */
  public List<Window> alternatives(SlotTable slots, WindowRequest request) {
    return exact
        ? new EarliestStartSearch()
            .repeated(slots, RankedOffers.of(slots.offers(), request), request)
        : CommonStats.alternatives(slots, request);
  }
}
