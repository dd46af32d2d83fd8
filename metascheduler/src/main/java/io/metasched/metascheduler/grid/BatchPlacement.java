package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import java.util.List;

/** Chooses the provider of a batch job. One object serves one grid; it may remember its choices. */
@FunctionalInterface
public interface BatchPlacement {

  /**
   * The index of the chosen one.
   *
   * @param candidates indices of the providers that have enough processors, ascending, at least one
   * @param providers all of them, as they are when the job is sent
   */
  int choose(BatchJob job, List<Integer> candidates, List<ProviderState> providers);
}
