package io.metasched.simulation.cli;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.scenario.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On how many threads the policies of a scenario run side by side. */
final class PolicyThreadsOption {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "With driver engine: how many policies run side by side (default: as many as there are"
              + " cores; 1 to 1024). Each takes memory; the result does not depend on it.")
  private @Nullable Integer threads;

  /**
   * The number of threads.
   *
   * @param sideBySide whether the driver may drive several runs at once
   * @throws UsageException when it is out of range, or given for a driver that may not
   */
  int threads(boolean sideBySide) {
    var given = threads;
    if (given == null) {
      return sideBySide ? Runtime.getRuntime().availableProcessors() : 1;
    }
    if (!sideBySide) {
      throw new UsageException(
          "--threads: is for driver %s; actors of one run are on all cores"
              .formatted(EngineLoop.NAME));
    }
    return ThreadsOption.require("--threads", given, MOST);
  }
}
