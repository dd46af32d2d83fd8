package io.metasched.simulation.engine;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.search.WindowSearches;
import io.metasched.resource.slots.SlotTable;
import org.jspecify.annotations.Nullable;

/** Tells whether a job would have a window in a cycle's horizon if no VO job were there. */
final class JobsAside {
  private static final WindowSearch FIRST =
      WindowSearches.exact(Criterion.START, WindowSearches.DEFAULT_STEP_LIMIT);

  private final Owners owners;
  private final CycleSnapshot snapshot;
  private @Nullable SlotTable slots;

  JobsAside(Owners owners, CycleSnapshot snapshot) {
    this.owners = owners;
    this.snapshot = snapshot;
  }

  boolean leaveWindowFor(Job job) {
    if (slots == null) {
      slots = owners.offerWithoutJobs(snapshot.horizon(), snapshot.horizon().start());
    }
    var request = job.request(snapshot.horizon(), snapshot.granularityTicks());
    return FIRST.find(slots, request).window().isPresent();
  }
}
