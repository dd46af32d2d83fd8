package io.metasched.simulation.study;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Comparator;

/** Quantity that each replication may observe once: a cell of a table. */
public record Series(
    @JsonPropertyDescription("what was observed, such as a policy; for two policies, the condition")
        String row,
    @JsonPropertyDescription("observed quantity, such as a cost") String column) {
  /** Order by row, then column. */
  static final Comparator<Series> ORDER =
      Comparator.comparing(Series::row).thenComparing(Series::column);

  @Override
  public String toString() {
    return row + " / " + column;
  }
}
