package io.metasched.simulation.engine;

import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.simulation.result.RunResult;
import java.util.concurrent.CancellationException;

/** Plays worlds, one run after the other; closed when no more are to come. */
@FunctionalInterface
public interface Driver extends AutoCloseable {

  /**
   * Runs one policy in a world to the end.
   *
   * @param version version of the program, for the header
   * @throws CancellationException when the thread is interrupted
   */
  RunResult run(
      World world, String policyName, SchedulingPolicy policy, String version, Progress progress);

  @Override
  default void close() {}
}
