package io.metasched.simulation.study;

import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.OptionalDouble;

/**
 * Cell of an experiment's table, with the paper's value.
 *
 * @param series row and column
 * @param paper paper's value, if it has one
 * @param tolerance maximum difference of the measured value, as a share of the paper's value; empty
 *     if only the order of the values can be compared
 */
public record Measure(Series series, OptionalDouble paper, OptionalDouble tolerance) {

  /** Creates a cell with the published value of an experiment, if there is one. */
  public static Measure of(ExperimentInfo experiment, String row, String column) {
    var published = experiment.published();
    var paper = published.value(row, column);
    return paper.isPresent()
        ? published(row, column, paper.getAsDouble(), published.tolerance())
        : ours(row, column);
  }

  /** Creates a cell for which the paper has a value. */
  public static Measure published(String row, String column, double paper, double tolerance) {
    return new Measure(
        new Series(row, column), OptionalDouble.of(paper), OptionalDouble.of(tolerance));
  }

  /** Creates a cell whose published value can be compared by its order only. */
  public static Measure ordered(String row, String column, double paper) {
    return new Measure(new Series(row, column), OptionalDouble.of(paper), OptionalDouble.empty());
  }

  /** Creates a cell without a published value. */
  public static Measure ours(String row, String column) {
    return new Measure(new Series(row, column), OptionalDouble.empty(), OptionalDouble.empty());
  }
}
