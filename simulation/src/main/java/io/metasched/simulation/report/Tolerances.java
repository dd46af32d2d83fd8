package io.metasched.simulation.report;

import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.Series;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Legend of verdicts: the tolerated differences from the paper's values. */
final class Tolerances {
  private Tolerances() {}

  /** Returns the legend; empty if only the order of the values can be compared. */
  static String of(List<MeasuredCell> cells) {
    var byColumn = by(cells, Series::column);
    if (byColumn.size() <= 1) {
      return byColumn.keySet().stream()
          .findFirst()
          .map(tolerance -> "Tolerance: %s of the paper's value".formatted(percent(tolerance)))
          .orElse("");
    }
    var named = isClear(byColumn) ? byColumn : by(cells, Series::row);
    var words =
        named.entrySet().stream()
            .map(
                entry ->
                    isClear(named)
                        ? "%s (%s)"
                            .formatted(percent(entry.getKey()), String.join(", ", entry.getValue()))
                        : percent(entry.getKey()))
            .toList();
    return "Tolerance, of the paper's value: " + String.join(", ", words);
  }

  private static SortedMap<Double, SortedSet<String>> by(
      List<MeasuredCell> cells, Function<Series, String> name) {
    var names = new TreeMap<Double, SortedSet<String>>();
    for (var cell : cells) {
      cell.measure()
          .tolerance()
          .ifPresent(
              tolerance ->
                  names
                      .computeIfAbsent(tolerance, each -> new TreeSet<>())
                      .add(name.apply(cell.measure().series())));
    }
    return names;
  }

  /** Returns whether each name has one tolerance. */
  private static boolean isClear(SortedMap<Double, SortedSet<String>> names) {
    return names.values().stream().flatMap(Set::stream).distinct().count()
        == names.values().stream().mapToInt(Set::size).sum();
  }

  private static String percent(double share) {
    var number = BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros();
    return number.toPlainString() + " %";
  }
}
