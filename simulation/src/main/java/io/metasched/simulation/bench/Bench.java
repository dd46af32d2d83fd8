package io.metasched.simulation.bench;

/**
 * Measures how fast something is, beside a baseline of the same run. Its fields that are annotated
 * with picocli's {@code @Option} and {@code @Mixin} are its options on the command line, so each
 * call has a bench of its own. All benches are made whenever the program starts, so that making one
 * must cost next to nothing; tables are made when it runs.
 */
public interface Bench {
  /** What it is called on the command line. */
  String name();

  /** What it measures, in one line. */
  String description();

  /** Whether its results go into a folder also where none is named, as those of a run do. */
  default boolean keepsResults() {
    return false;
  }

  /**
   * Measures, by the values of its options.
   *
   * @throws io.metasched.simulation.scenario.UsageException for options that are not allowed
   */
  BenchReport run(BenchContext context);
}
