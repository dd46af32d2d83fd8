package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import java.util.List;

/** Chooses the provider of a batch job. One object serves one grid; it may have a state. */
@FunctionalInterface
public interface BatchPlacement {

  /**
   * The index of the chosen one.
   *
   * @param candidates indices of the providers that have enough processors, ascending, at least one
   * @param providers all of them, as they are when the job is sent
   */
  int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers);

  /** What it remembers of its choices so far, as one number; 0 before the first. */
  default long memory() {
    return 0;
  }

  /** Goes on from what another one like it remembers; this one has made no choice. */
  default void restore(long memory) {}
}
