package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a column falls or rises from row to row. It does unless a 95 % confidence interval of the
 * paired difference of two neighbouring rows lies wholly on the other side of zero.
 */
public final class Trends {
  private Trends() {}

  /** The neighbouring rows whose difference contradicts a fall; none where the column falls. */
  public static List<String> risesIn(ObservedValues measured, List<String> rows, String column) {
    return contradictions(measured, rows, column, 1);
  }

  /** The neighbouring rows whose difference contradicts a rise; none where the column rises. */
  public static List<String> fallsIn(ObservedValues measured, List<String> rows, String column) {
    return contradictions(measured, rows, column, -1);
  }

  private static List<String> contradictions(
      ObservedValues measured, List<String> rows, String column, int direction) {
    var found = new ArrayList<String>();
    for (int i = 1; i < rows.size(); i++) {
      var step = measured.difference(rows.get(i), rows.get(i - 1), column);
      double nearest = direction > 0 ? step.least() : -step.most();
      if (nearest > 0) {
        found.add("%s to %s".formatted(rows.get(i - 1), rows.get(i)));
      }
    }
    return found;
  }

  /** The contradictions as they follow the figures of a claim. */
  public static String exceptions(List<String> contradictions) {
    return contradictions.isEmpty() ? "" : "; but not from " + String.join(", ", contradictions);
  }

  /** The means of a column, row by row. */
  public static String means(ObservedValues measured, List<String> rows, String column) {
    return String.join(
        " ", rows.stream().map(row -> ClaimFormat.number(measured.mean(row, column))).toList());
  }
}
