package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import java.util.Comparator;
import java.util.List;

/** Load balancing: the provider with the fewest waiting jobs, with ties broken by index. */
final class LeastQueued implements BatchPlacement {

  @Override
  public int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers) {
    return candidates.stream()
        .min(
            Comparator.comparingInt((Integer i) -> providers.get(i).waiting())
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }
}
