package io.metasched.simulation.cli;

import io.metasched.simulation.scenario.UsageException;
import picocli.CommandLine.Option;

/** On how many threads replications run. */
final class ThreadsOption {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "On how many threads (default: all cores; 1 to 1024). The result does not depend on it.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /**
   * The number of threads.
   *
   * @throws UsageException when it is out of range
   */
  int threads() {
    return require("--threads", threads, MOST);
  }

  /**
   * The value of an option, if it is from 1 to some number.
   *
   * @throws UsageException when it is not
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
