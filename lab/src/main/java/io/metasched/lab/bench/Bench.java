package io.metasched.lab.bench;

import java.util.List;

/**
 * Measurement of the speed of an operation, compared with a baseline of the same run. Its fields
 * annotated with picocli's {@code @Option} and {@code @Mixin} are its options on the command line,
 * so each call has its own instance. All benches are created whenever the program starts, so a
 * constructor must be cheap; tables are built when the bench runs.
 */
public interface Bench {
  /** Returns the name of the bench on the command line. */
  String name();

  /** Returns a one-line description of the measurement. */
  String description();

  /**
   * Returns whether the results are written to a folder even if none is specified, like those of a
   * run.
   */
  default boolean keepsResults() {
    return false;
  }

  /** Returns the tables of the results, in the order in which they are reported. */
  List<BenchTable<?>> tables();

  /**
   * Runs the measurement with the values of its options.
   *
   * @throws io.metasched.simulation.scenario.UsageException for options that are not allowed
   */
  BenchReport run(BenchContext context);
}
