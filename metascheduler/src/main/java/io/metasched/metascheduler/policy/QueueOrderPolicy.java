package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.search.SearchFamily;
import java.util.ArrayList;

/**
 * First come, first served on windows, as a baseline.
 *
 * <p>Each job in queue order gets the earliest window that does not start before the window of the
 * previous job. After a job without a window, all later jobs wait.
 *
 * <p>Departure from the textbook rule: order is kept within a batch; a later batch may use time
 * that an earlier one left.
 */
public final class QueueOrderPolicy implements SchedulingPolicy {
  private final SearchFamily search;

  QueueOrderPolicy(SearchFamily search) {
    this.search = search;
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    var prepared = search.prepared();
    var slots = snapshot.slots().copy();
    var decisions = new ArrayList<Decision>(snapshot.queue().size());
    long notBefore = snapshot.horizon().start();
    boolean blocked = false;
    for (var job : snapshot.queue()) {
      if (blocked) {
        decisions.add(new Decision.Postpone(job.id(), PostponeReason.BEHIND_ANOTHER, 0));
        continue;
      }
      var request =
          job.request(snapshot.horizon(), snapshot.granularityTicks()).notBefore(notBefore);
      var found = prepared.find(slots, request, Criterion.START);
      blocked = found.window().isEmpty();
      if (found.window().isPresent()) {
        var window = found.window().get();
        slots.subtract(window);
        notBefore = window.start();
        decisions.add(new Decision.Place(job.id(), window, 1, false, found.proven()));
      } else {
        decisions.add(new Decision.Postpone(job.id(), PostponeReason.NO_ALTERNATIVE, 0));
      }
    }
    return new Plan(decisions);
  }
}
