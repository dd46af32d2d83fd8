package io.metasched.simulation.system.rectangles.model;

import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * Scenario of reservations on a multiprocessor.
 *
 * @param name name of the scenario, part of every seed
 * @param seed seed of the run
 * @param policies names of rectangle policies, in order, each at most once
 * @param setting the multiprocessor
 * @param source source of the jobs
 * @param terms distributions of their requests
 */
public record RectanglesScenario(
    String name,
    long seed,
    List<String> policies,
    RectanglesSetting setting,
    Source source,
    ReservationTerms terms) {

  public RectanglesScenario {
    policies = List.copyOf(policies);
  }

  /** Source of the jobs. */
  public sealed interface Source {}

  /** Jobs of the paper's workload. */
  public record Generated(LublinCm5 workload) implements Source {}

  /** Jobs drawn from the unmodified Lublin-Feitelson model. */
  public record Drawn(LublinWorkload model) implements Source {}

  /**
   * Jobs from a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param isRequested whether the jobs request the time that their users estimated; otherwise
   *     their recorded run time
   */
  public record Logged(String file, TraceOptions options, boolean isRequested) implements Source {}
}
