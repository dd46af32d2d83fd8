package io.metasched.simulation.bench;

import io.metasched.simulation.engine.Progress;

/** Something whose speed can be measured. */
public interface Bench {

  /** What it is called on the command line. */
  String name();

  /** What it measures, in one line. */
  String summary();

  /**
   * Measures.
   *
   * @param progress is told how far it has come
   */
  BenchReport run(BenchSize size, Progress progress);
}
