package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import java.util.List;

/** Round robin: the next provider, cyclically after the last one, with enough processors. */
final class RoundRobin implements BatchPlacement {
  private int last = -1;

  @Override
  public int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers) {
    last = candidates.stream().filter(i -> i > last).findFirst().orElseGet(() -> candidates.get(0));
    return last;
  }

  @Override
  public long memory() {
    return last + 1L;
  }

  @Override
  public void restore(long memory) {
    last = (int) memory - 1;
  }
}
