package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random placement: each provider with enough processors has an equal chance. */
final class RandomProvider implements BatchPlacement {
  private final CountedDraws chance;

  RandomProvider(RandomGenerator chance) {
    this.chance = new CountedDraws(chance);
  }

  @Override
  public int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers) {
    return candidates.get(chance.nextInt(candidates.size()));
  }

  @Override
  public long memory() {
    return chance.count();
  }

  @Override
  public void restore(long memory) {
    chance.skipTo(memory);
  }
}
