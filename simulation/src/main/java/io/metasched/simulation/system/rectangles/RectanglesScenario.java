package io.metasched.simulation.system.rectangles;

import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * All that a scenario of reservations on a multiprocessor says.
 *
 * @param name its name, part of every seed
 * @param seed the run's seed
 * @param policies names of rectangle policies, in order, each at most once
 * @param setting the multiprocessor
 * @param source where the jobs come from
 * @param terms how they become requests
 */
record RectanglesScenario(
    String name,
    long seed,
    List<String> policies,
    RectanglesSetting setting,
    Source source,
    ReservationTerms terms) {

  /** Copies the list. */
  RectanglesScenario {
    policies = List.copyOf(policies);
  }

  /** Where jobs come from. */
  sealed interface Source {}

  /** Jobs are those of the paper. */
  record Generated(LublinCm5 workload) implements Source {}

  /** Jobs are drawn by the Lublin-Feitelson model as it is. */
  record Drawn(LublinWorkload model) implements Source {}

  /**
   * Jobs are read from a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param isRequested whether they ask for the time that their users estimated; else for that
   *     which they ran
   */
  record Logged(String file, TraceOptions options, boolean isRequested) implements Source {}
}
