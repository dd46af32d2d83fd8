package io.metasched.simulation.study;

import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.scenario.UsageException;
import java.util.List;
import java.util.Optional;

/** Complete result of a study, computed from its stored observations. */
public final class RecordedStudy {
  private RecordedStudy() {}

  /**
   * Returns the result of an experiment.
   *
   * @throws UsageException if the observed cells do not match the experiment
   */
  public static ExperimentResult experiment(Experiment experiment, Study study) {
    requireCells(experiment.measures(), study);
    return ExperimentResult.of(experiment, study.seed(), study.measurements());
  }

  /**
   * Returns the result of a sweep.
   *
   * @param system system of its scenario
   * @param key key of the sweep
   * @param seed seed of its scenario
   * @throws UsageException if the observed cells or the checked schedules do not match a sweep over
   *     these values
   */
  public static ExperimentResult sweep(
      SimulatedSystem<?> system, Study study, String key, List<String> values, long seed) {
    var observed = study.measurements();
    var design = SweepDesign.recorded(system, study.scenario(), key, values, observed);
    requireCells(design.measures(), study);
    long runs = (long) design.runs() * observed.replications();
    if (observed.schedulesChecked() != runs) {
      throw new UsageException(
          "schedulesChecked must be %d, one for each run, but is %d"
              .formatted(runs, observed.schedulesChecked()));
    }
    var cells = ExperimentResult.cells(design.measures(), observed, design::isShare);
    return new ExperimentResult(
        design.profile(),
        seed,
        observed,
        cells,
        design.compared(),
        List.of(),
        design.figures(),
        Optional.empty());
  }

  private static void requireCells(List<Measure> measures, Study study) {
    var series = measures.stream().map(Measure::series).toList();
    if (!series.equals(study.measurements().series())) {
      throw new UsageException(
          "%s: its cells must be the %d of %s, in the same order"
              .formatted(StudyFiles.OBSERVATIONS, series.size(), study.experiment()));
    }
  }
}
