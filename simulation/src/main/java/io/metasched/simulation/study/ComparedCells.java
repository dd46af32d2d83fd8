package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Cells of one column that differ in the policy only. In each replication, the policies had the
 * same nodes and jobs, so their values are compared in pairs.
 *
 * @param condition other content of the rows, such as the value of a key; may be empty
 * @param column name of the observed quantity
 * @param cells one cell per policy; the first is the baseline
 */
public record ComparedCells(String condition, String column, List<Cell> cells) {

  /** Cell of a policy. */
  public record Cell(String policy, Series series) {}

  public ComparedCells {
    cells = List.copyOf(cells);
  }

  /** Returns the cell of a policy. */
  public Optional<Cell> of(String policy) {
    return cells.stream().filter(cell -> cell.policy().equals(policy)).findFirst();
  }

  /** Returns the condition and the column. */
  Series place() {
    return new Series(condition, column);
  }

  /**
   * Groups cells by the content of their rows apart from the policy. A policy is the whole row, or
   * its first or last words.
   *
   * @param policies names of the policies in rows, the baseline first; rows without one are ignored
   */
  static List<ComparedCells> byPolicies(List<String> policies, List<Measure> measures) {
    var groups = new LinkedHashMap<Series, List<Cell>>();
    for (var measure : measures) {
      var series = measure.series();
      named(policies, series.row())
          .ifPresent(
              policy ->
                  groups
                      .computeIfAbsent(
                          new Series(condition(series.row(), policy), series.column()),
                          place -> new ArrayList<>())
                      .add(new Cell(policy, series)));
    }
    return grouped(policies, groups);
  }

  /**
   * Groups cells of a row whose columns, not rows, are the policies.
   *
   * @param column name of the quantity in the cells
   */
  public static List<ComparedCells> byColumns(
      List<String> policies, List<Measure> measures, String column) {
    var groups = new LinkedHashMap<Series, List<Cell>>();
    for (var measure : measures) {
      var series = measure.series();
      if (policies.contains(series.column())) {
        groups
            .computeIfAbsent(new Series(series.row(), column), place -> new ArrayList<>())
            .add(new Cell(series.column(), series));
      }
    }
    return grouped(policies, groups);
  }

  private static List<ComparedCells> grouped(
      List<String> policies, LinkedHashMap<Series, List<Cell>> groups) {
    var order = Comparator.comparingInt((Cell cell) -> policies.indexOf(cell.policy()));
    var compared = new ArrayList<ComparedCells>();
    groups.forEach(
        (place, cells) ->
            compared.add(
                new ComparedCells(
                    place.row(), place.column(), cells.stream().sorted(order).toList())));
    return compared;
  }

  /**
   * Returns the policy that a row names; the longest of several, because a name may begin with
   * another name.
   */
  private static Optional<String> named(List<String> policies, String row) {
    return policies.stream()
        .filter(name -> row.equals(name) || row.startsWith(name + " ") || row.endsWith(" " + name))
        .max(Comparator.comparingInt(String::length));
  }

  private static String condition(String row, String policy) {
    var rest =
        row.startsWith(policy)
            ? row.substring(policy.length())
            : row.substring(0, row.length() - policy.length());
    return rest.strip().replaceAll("[,:]$", "");
  }
}
