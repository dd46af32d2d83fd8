package io.metasched.simulation.twolevel;

import io.metasched.simulation.random.Seeds;
import java.util.List;
import java.util.function.IntConsumer;

/** Plays jobs on two levels, one setting after the other; closed when no more are to come. */
@FunctionalInterface
public interface TwoLevelDriver extends AutoCloseable {

  /**
   * Plays jobs to the end. Equal jobs, setting and seeds give an equal outcome, whatever the
   * driver.
   *
   * @param jobs by (submit, id), batch jobs of at most the size of a provider
   * @param progress is told how many jobs have been submitted
   */
  TwoLevelOutcome run(
      List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds, IntConsumer progress);

  @Override
  default void close() {}
}
