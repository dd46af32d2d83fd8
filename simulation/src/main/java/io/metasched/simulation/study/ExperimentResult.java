package io.metasched.simulation.study;

import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Result of an experiment.
 *
 * @param profile description of the experiment
 * @param runSeed seed of the run
 * @param measurements observations
 * @param cells cells of the table
 * @param compared cells that differ in the policy only
 * @param claims sentences of the paper with their verdicts
 * @param figures figures to draw
 * @param tradeOff trade-off between two columns
 */
public record ExperimentResult(
    ExperimentInfo profile,
    long runSeed,
    ObservedValues measurements,
    List<MeasuredCell> cells,
    List<ComparedCells> compared,
    List<Claim> claims,
    List<Figure> figures,
    Optional<TradeOff> tradeOff) {

  public ExperimentResult {
    cells = List.copyOf(cells);
    compared = List.copyOf(compared);
    claims = List.copyOf(claims);
    figures = List.copyOf(figures);
  }

  /**
   * Runs an experiment.
   *
   * @param done receives the number of finished replications
   */
  public static ExperimentResult of(
      Experiment experiment,
      ReplicationRunner runner,
      ExperimentContext context,
      IntConsumer done) {
    var replicable = experiment.replicable(context);
    var observed = runner.repeat(replicable, experiment.observed(), done);
    return of(experiment, runner.runSeed(), experiment.cells(observed));
  }

  /**
   * Returns the result of an experiment whose replications have all been run.
   *
   * @param rows observations of the replications
   */
  public static ExperimentResult of(Experiment experiment, long runSeed, ObservedRows rows) {
    return of(experiment, runSeed, experiment.cells(rows.values()));
  }

  /** Returns the result that follows from the observations of an experiment. */
  static ExperimentResult of(Experiment experiment, long runSeed, ObservedValues measurements) {
    return new ExperimentResult(
        experiment.profile(),
        runSeed,
        measurements,
        cells(experiment.measures(), measurements, experiment::isShare),
        experiment.compared(),
        experiment.claims(measurements),
        experiment.figures(),
        experiment.tradeOff());
  }

  /** Returns the difference of each policy from the first policy, in pairs of replications. */
  public List<PolicyDifference> differences() {
    return PolicyDifference.of(compared, measurements);
  }

  /** Returns the cells whose values are shares. */
  public SortedSet<Series> shares() {
    return cells.stream()
        .filter(MeasuredCell::isShare)
        .map(cell -> cell.measure().series())
        .collect(Collectors.toCollection(() -> new TreeSet<>(Series.ORDER)));
  }

  /** Returns the cells of the table. */
  static List<MeasuredCell> cells(
      List<Measure> measures, ObservedValues measurements, Predicate<Series> isShare) {
    return measures.stream()
        .map(
            measure ->
                new MeasuredCell(
                    measure,
                    measurements.estimate(measure.series().row(), measure.series().column()),
                    isShare.test(measure.series())))
        .toList();
  }
}
