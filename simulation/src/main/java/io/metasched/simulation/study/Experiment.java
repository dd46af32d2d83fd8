package io.metasched.simulation.study;

import java.util.List;
import java.util.Optional;

/** A published table or figure, or a study of the same form. */
public interface Experiment {
  /** What columns of the default searches are called, beside those of the published ones. */
  String EXACT = "exact.";

  ExperimentInfo profile();

  /** Names of the logs it reads; none where it makes all that it needs. */
  default List<String> logs() {
    return List.of();
  }

  /** All cells, with what the paper says of them, in the order in which tables show them. */
  List<Measure> measures();

  /** What each replication observes: the cells, unless they are computed from other values. */
  default List<Series> observed() {
    return measures().stream().map(Measure::series).toList();
  }

  /** The values of the cells by replication, in the order of {@link #measures}. */
  default ObservedValues cells(ObservedValues observed) {
    return observed;
  }

  /**
   * Names of the policies in rows, the baseline of the others first: what is compared pair by pair
   * of the replications. Settings count as policies where an experiment compares these; so each row
   * is one unless the experiment says otherwise.
   */
  default List<String> policies() {
    return measures().stream().map(measure -> measure.series().row()).distinct().toList();
  }

  /**
   * Last words of the columns whose values are shares, from 0 to 1, that tables show in percent.
   */
  default List<String> shareColumns() {
    return List.of();
  }

  /** Whether the values of a cell are shares. */
  default boolean isShare(Series cell) {
    var column = cell.column();
    return shareColumns().contains(column.substring(column.lastIndexOf('.') + 1));
  }

  /** The cells that differ in the policy alone. */
  default List<ComparedCells> compared() {
    return ComparedCells.byPolicies(policies(), measures());
  }

  /**
   * What is replicated; it observes each of {@link #observed} at most once.
   *
   * @throws io.metasched.simulation.scenario.UsageException when the conditions cannot be met, as
   *     where a log is missing
   */
  Replicable replicable(ExperimentContext context);

  /** The sentences of the papers that it answers, and our own, held against the measurements. */
  default List<Claim> claims(ObservedValues measurements) {
    return Sentences.judged(profile().name(), measurements, List.of());
  }

  /** The figures to draw, in order. */
  List<Figure> figures();

  /** What is to be weighed by two columns at once; most experiments have nothing of that kind. */
  default Optional<TradeOff> tradeOff() {
    return Optional.empty();
  }
}
