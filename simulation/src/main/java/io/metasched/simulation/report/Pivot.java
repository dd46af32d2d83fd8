package io.metasched.simulation.report;

import io.metasched.simulation.study.MeasuredCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Cells of an experiment as a table. Columns whose names begin with a word and a point, such as
 * {@code exact.}, form a separate group.
 *
 * @param rows rows in the order of their first cells
 * @param groups groups in the order of their first cells; none is empty
 */
record Pivot(List<String> rows, List<Group> groups) {
  private static final Pattern PREFIXED = Pattern.compile("([A-Za-z][A-Za-z-]*\\.)(\\S.*)");
  private static final int SIGNIFICANT_DIGITS = 4;
  private static final int MOST_DECIMALS = 9;

  /**
   * Group of columns.
   *
   * @param prefix prefix with its point; empty for the columns without one
   */
  record Group(String prefix, List<Column> columns) {}

  /**
   * Column of the table.
   *
   * @param name full name
   * @param label name without the prefix
   * @param decimals number of displayed decimal places, which give the greatest value four digits
   * @param cells cells by row
   */
  record Column(String name, String label, int decimals, Map<String, MeasuredCell> cells) {

    /** Returns whether the paper has a value for some row. */
    boolean isPublished() {
      return cells.values().stream().anyMatch(cell -> cell.measure().paper().isPresent());
    }
  }

  static Pivot of(List<MeasuredCell> cells) {
    var rows = cells.stream().map(cell -> cell.measure().series().row()).distinct().toList();
    var columns = new LinkedHashMap<String, Map<String, MeasuredCell>>();
    for (var cell : cells) {
      var series = cell.measure().series();
      columns.computeIfAbsent(series.column(), name -> new TreeMap<>()).put(series.row(), cell);
    }
    var groups = new LinkedHashMap<String, List<Column>>();
    columns.forEach(
        (name, byRow) -> {
          var parts = PREFIXED.matcher(name);
          boolean prefixed = parts.matches();
          groups
              .computeIfAbsent(prefixed ? parts.group(1) : "", prefix -> new ArrayList<>())
              .add(new Column(name, prefixed ? parts.group(2) : name, decimals(byRow), byRow));
        });
    return new Pivot(
        rows,
        groups.entrySet().stream()
            .map(group -> new Group(group.getKey(), List.copyOf(group.getValue())))
            .toList());
  }

  private static int decimals(Map<String, MeasuredCell> cells) {
    double greatest =
        cells.values().stream()
            .filter(cell -> !cell.isShare()) // in percent with one decimal place
            .mapToDouble(cell -> Math.abs(cell.ours().mean()))
            .filter(size -> Double.isFinite(size) && size > 0)
            .max()
            .orElse(1);
    int before = (int) Math.floor(Math.log10(greatest)) + 1;
    return Math.max(1, Math.min(MOST_DECIMALS, SIGNIFICANT_DIGITS - before));
  }
}
