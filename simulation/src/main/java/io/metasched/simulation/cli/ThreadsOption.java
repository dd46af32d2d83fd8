package io.metasched.simulation.cli;

import io.metasched.simulation.scenario.UsageException;
import picocli.CommandLine.Option;

/** Option for the number of threads that run replications. */
final class ThreadsOption {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads (default: number of cores; 1 to 1024). The result does not"
              + " depend on it.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /**
   * Returns the number of threads.
   *
   * @throws UsageException if it is out of range
   */
  int threads() {
    return require("--threads", threads, MOST);
  }

  /**
   * Returns the value of an option if it is from 1 to {@code most}.
   *
   * @throws UsageException if it is not
   */
  static int require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new UsageException(
          "%s: allowed is a whole number from 1 to %d, given was %d"
              .formatted(option, most, value));
    }
    return value;
  }
}
