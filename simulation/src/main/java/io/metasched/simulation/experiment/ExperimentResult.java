package io.metasched.simulation.experiment;

import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.replication.Measurements;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What an experiment came to.
 *
 * @param profile which experiment
 * @param runSeed the seed it ran with
 * @param measurements what was observed
 * @param cells the table
 * @param claims the paper's sentences with their verdicts
 * @param figures what to draw
 */
public record ExperimentResult(
    Profile profile,
    long runSeed,
    Measurements measurements,
    List<Cell> cells,
    List<Claim> claims,
    List<Figure> figures) {

  public ExperimentResult {
    cells = List.copyOf(cells);
    claims = List.copyOf(claims);
    figures = List.copyOf(figures);
  }

  /**
   * Runs an experiment.
   *
   * @param done is told how many replications are done
   */
  public static ExperimentResult of(
      Experiment experiment, Laboratory laboratory, Conditions conditions, IntConsumer done) {
    var measures = experiment.measures();
    var trial = experiment.trial(conditions);
    var series = measures.stream().map(Measure::series).toList();
    var measurements = laboratory.repeat(trial, series, done);
    var cells =
        measures.stream()
            .map(
                measure ->
                    new Cell(
                        measure,
                        measurements.estimate(measure.series().row(), measure.series().column())))
            .toList();
    return new ExperimentResult(
        experiment.profile(),
        laboratory.runSeed(),
        measurements,
        cells,
        experiment.claims(measurements),
        experiment.figures());
  }
}
