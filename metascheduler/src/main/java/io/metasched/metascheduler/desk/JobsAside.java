package io.metasched.metascheduler.desk;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.search.WindowSearches;
import io.metasched.resource.slots.SlotTable;

/**
 * Tells whether a job would have a window in a cycle's horizon if no VO job were there.
 *
 * @param slots what would be vacant then
 */
record JobsAside(SlotTable slots, Span horizon, long granularityTicks) {
  private static final WindowSearch FIRST =
      WindowSearches.exact(Criterion.START, WindowSearches.DEFAULT_STEP_LIMIT);

  boolean leaveWindowFor(Job job) {
    return FIRST.find(slots, job.request(horizon, granularityTicks)).window().isPresent();
  }
}
