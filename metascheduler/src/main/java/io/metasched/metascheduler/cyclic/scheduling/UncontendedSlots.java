package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.SearchOutcomes;
import io.metasched.resource.search.WindowSearches;
import io.metasched.resource.slots.SlotTable;

/** Slots of a cycle's horizon as they would be without any VO job. Confined to one thread. */
final class UncontendedSlots {
  private static final SearchFamily EXACT = SearchFamily.exact(WindowSearches.DEFAULT_STEP_LIMIT);

  private final SlotTable slots;
  private final Span horizon;
  private final long granularityTicks;
  private final PreparedSearch search = EXACT.prepared();
  private final SearchOutcomes outcomes;

  /**
   * @param slots slots that would be vacant; must not change after this call
   */
  UncontendedSlots(SlotTable slots, Span horizon, long granularityTicks) {
    this.slots = slots;
    this.horizon = horizon;
    this.granularityTicks = granularityTicks;
    outcomes = new SearchOutcomes(slots.greatestPerformance());
  }

  /** Returns whether the job would have a window in these slots. */
  boolean leaveWindowFor(Job job) {
    var request = job.request(horizon, granularityTicks);
    if (outcomes.isServed(request) || outcomes.isHopeless(request)) {
      return outcomes.isServed(request);
    }
    boolean isThere = search.isThere(slots, request, Criterion.START);
    if (isThere) {
      outcomes.found(request);
    } else {
      outcomes.foundNone(request);
    }
    return isThere;
  }
}
