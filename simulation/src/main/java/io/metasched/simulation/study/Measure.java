package io.metasched.simulation.study;

import java.util.OptionalDouble;

/**
 * A cell of an experiment's table, and what the paper says of it.
 *
 * @param series its row and column
 * @param paper the paper's value, if it has one
 * @param tolerance greatest share of the paper's value by which ours may differ; empty where only
 *     the order of the values can be compared
 */
public record Measure(Series series, OptionalDouble paper, OptionalDouble tolerance) {

  /** A cell for which the paper has a value. */
  public static Measure published(String row, String column, double paper, double tolerance) {
    return new Measure(
        new Series(row, column), OptionalDouble.of(paper), OptionalDouble.of(tolerance));
  }

  /** A cell whose value in the paper can be compared by its order only. */
  public static Measure ordered(String row, String column, double paper) {
    return new Measure(new Series(row, column), OptionalDouble.of(paper), OptionalDouble.empty());
  }

  /** A cell of which the paper says nothing in numbers. */
  public static Measure ours(String row, String column) {
    return new Measure(new Series(row, column), OptionalDouble.empty(), OptionalDouble.empty());
  }
}
