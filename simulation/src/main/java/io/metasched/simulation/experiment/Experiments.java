package io.metasched.simulation.experiment;

import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import java.util.List;

/** The registry of experiments, in the order of the papers. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new CyclicSingleJob(),
          new CyclicWorkingTime(),
          new CyclicUserPreferences(),
          new CyclicSubBatches(),
          new CyclicOwnerPrice(),
          new CyclicBsf(),
          new CyclicConsistency(),
          new CyclicOptimality(),
          new CyclicRescheduling(),
          new HierarchicalLocal(),
          new HierarchicalTwoLevel(),
          new HierarchicalShare(),
          new HierarchicalPeriod(),
          new HierarchicalStrategies(),
          new HierarchicalIntervals(),
          new HierarchicalCriteria(),
          new HierarchicalSlots(),
          new HierarchicalPareto());

  private Experiments() {}

  /** All of them. */
  public static List<Experiment> all() {
    return ALL;
  }

  /**
   * The experiment of that name.
   *
   * @throws UsageException when there is none
   */
  public static Experiment named(String name) {
    var names = ALL.stream().map(experiment -> experiment.profile().name()).toList();
    return ALL.stream()
        .filter(experiment -> experiment.profile().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "experiment: unknown experiment '%s'%s; known are %s"
                        .formatted(name, Nearest.hint(name, names), String.join(", ", names))));
  }
}
