package io.metasched.metascheduler.scheduling;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.search.WindowSearches;
import io.metasched.resource.slots.SlotTable;

/**
 * The slots of a cycle's horizon as they would be without any VO job.
 *
 * @param slots what would be vacant
 */
record UncontendedSlots(SlotTable slots, Span horizon, long granularityTicks) {
  private static final WindowSearch FIRST =
      WindowSearches.exact(Criterion.START, WindowSearches.DEFAULT_STEP_LIMIT);

  /** Whether the job would have a window in them. */
  boolean leaveWindowFor(Job job) {
    return FIRST.find(slots, job.request(horizon, granularityTicks)).window().isPresent();
  }
}
