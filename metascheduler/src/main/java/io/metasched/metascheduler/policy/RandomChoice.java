package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.alternatives.AlternativeSearch;
import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.Criterion;
import java.util.ArrayList;
import java.util.SplittableRandom;

/**
 * Random choice among first-fit alternatives, as a baseline for the benefit of choosing.
 *
 * <p>The alternatives are the same as in the cyclic scheme. Each job takes one of its alternatives,
 * all with equal probability, regardless of the VO's limits. The snapshot's seed determines the
 * choice.
 */
public final class RandomChoice implements SchedulingPolicy {
  private final AlternativeSearch search;

  private RandomChoice(AlternativeSearch search) {
    this.search = search;
  }

  static RandomChoice of(PolicySettings settings) {
    return new RandomChoice(new AlternativeSearch(settings.search(), settings.alternativesCap()));
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    var random = new SplittableRandom(snapshot.seed());
    var alternatives =
        search.gather(
            snapshot.slots(),
            snapshot.queue(),
            snapshot.horizon(),
            snapshot.granularityTicks(),
            job -> Criterion.START);
    var decisions = new ArrayList<Decision>(snapshot.queue().size());
    for (int i = 0; i < alternatives.size(); i++) {
      var job = snapshot.queue().get(i).id();
      var windows = alternatives.get(i);
      if (windows.isEmpty()) {
        decisions.add(new Decision.Postpone(job, PostponeReason.NO_ALTERNATIVE, 0));
        continue;
      }
      int chosen = (int) Long.remainderUnsigned(random.nextLong(), windows.size());
      decisions.add(
          new Decision.Place(job, windows.get(chosen).window(), windows.size(), false, false));
    }
    return new Plan(decisions);
  }
}
