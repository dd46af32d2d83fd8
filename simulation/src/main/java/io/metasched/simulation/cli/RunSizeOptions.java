package io.metasched.simulation.cli;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.scenario.UsageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for the number of threads on which the policies of a scenario run in parallel, and for
 * the memory check.
 */
final class RunSizeOptions {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "With driver engine: number of policies that run at the same time (default: as"
              + " many as the cores and the expected memory allow; 1 to 1024). The result does not"
              + " depend on it.")
  private @Nullable Integer threads;

  @Option(
      names = "--despite-memory",
      description =
          "Starts a run even if it is expected to need several times the available memory;"
              + " otherwise it is refused.")
  private boolean despiteMemory;

  /**
   * Returns the number of threads.
   *
   * @param sideBySide whether the driver may execute several runs in parallel
   * @param expected expected resources of a run, if known
   * @param memory size of the heap in bytes
   * @throws UsageException if the number is out of range, or given for a driver that executes one
   *     run at a time
   */
  int threads(boolean sideBySide, Optional<Expectation> expected, long memory) {
    var given = threads;
    if (given == null) {
      int cores = Runtime.getRuntime().availableProcessors();
      return sideBySide ? expected.map(of -> of.runsWithin(memory, cores)).orElse(cores) : 1;
    }
    if (!sideBySide) {
      throw new UsageException(
          "--threads: is for driver %s; the actors of a run use all cores"
              .formatted(EngineLoop.NAME));
    }
    return ThreadsOption.require("--threads", given, MOST);
  }

  /**
   * Returns a warning about a run that may not fit into memory; empty if it is expected to fit.
   *
   * @param memory size of the heap in bytes
   * @throws UsageException if it cannot fit, unless the user insists
   */
  Optional<String> check(Expectation expected, long memory) {
    var words = expected.tooMuchFor(memory);
    return switch (expected.within(memory)) {
      case FITS -> Optional.empty();
      case TIGHT -> Optional.of(words);
      case IMPOSSIBLE -> {
        if (!despiteMemory) {
          throw new UsageException(words + ", or start it anyway with --despite-memory");
        }
        yield Optional.of(words);
      }
    };
  }
}
