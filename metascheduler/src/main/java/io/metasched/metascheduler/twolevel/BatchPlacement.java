package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import java.util.List;

/**
 * Policy that selects the provider of a batch job. One object serves one grid; it may have a state.
 */
@FunctionalInterface
public interface BatchPlacement {

  /**
   * Returns the index of the selected provider.
   *
   * @param candidates indices of the providers that have enough processors, ascending, at least one
   * @param providers states of all providers at the time at which the job is sent
   */
  int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers);

  /** Returns the policy's memory of its choices so far as one number; 0 before the first choice. */
  default long memory() {
    return 0;
  }

  /** Restores the memory of another instance; this instance must have made no choice. */
  default void restore(long memory) {}
}
