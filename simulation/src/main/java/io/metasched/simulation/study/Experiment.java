package io.metasched.simulation.study;

import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.List;
import java.util.Optional;

/** Published table or figure, or a study of the same form. */
public interface Experiment {
  /**
   * Prefix of the columns of the default searches, which are shown next to the columns of the
   * published searches.
   */
  String EXACT = "exact.";

  ExperimentInfo profile();

  /**
   * Returns the names of the logs that the experiment reads; none if it generates all its inputs.
   */
  default List<String> logs() {
    return List.of();
  }

  /** Returns all cells, with their published values, in the order of the tables. */
  List<Measure> measures();

  /**
   * Returns the observations of each replication. By default, these are the series of the cells; an
   * experiment that computes cells from other observations overrides this method.
   */
  default List<Series> observed() {
    return measures().stream().map(Measure::series).toList();
  }

  /** Returns the values of the cells by replication, in the order of {@link #measures}. */
  default ObservedValues cells(ObservedValues observed) {
    return observed;
  }

  /**
   * Returns the names of the policies in rows. The first is the baseline, with which the others are
   * compared in pairs of replications. If an experiment compares settings, the settings count as
   * policies; therefore, each row is a policy by default.
   */
  default List<String> policies() {
    return measures().stream().map(measure -> measure.series().row()).distinct().toList();
  }

  /** Returns whether the values of a cell are shares. */
  default boolean isShare(Series cell) {
    var column = cell.column();
    return profile().shareColumns().contains(column.substring(column.lastIndexOf('.') + 1));
  }

  /** Returns the cells that differ in the policy only. */
  default List<ComparedCells> compared() {
    return ComparedCells.byPolicies(policies(), measures());
  }

  /**
   * Returns the work to replicate; it observes each of {@link #observed} at most once.
   *
   * @throws io.metasched.simulation.scenario.UsageException if a condition is not met, for example
   *     if a log is missing
   */
  Replicable replicable(ExperimentContext context);

  /**
   * Returns the sentences of papers and of this project that this experiment answers, with their
   * verdicts.
   */
  default List<Claim> claims(ObservedValues measurements) {
    return Sentences.judged(profile().name(), measurements, List.of());
  }

  /** Returns the figures to draw, in order. */
  List<Figure> figures();

  /** Returns the trade-off between two columns, if there is one; most experiments have none. */
  default Optional<TradeOff> tradeOff() {
    return Optional.empty();
  }
}
