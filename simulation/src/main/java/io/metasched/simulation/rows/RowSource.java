package io.metasched.simulation.rows;

import java.util.List;

/** Source of the rows of a run. */
@FunctionalInterface
public interface RowSource {
  /**
   * Returns the rows of a table.
   *
   * @throws ResultFormatException if the file is missing, damaged, or has other columns
   */
  <T> List<T> rows(TableFormat<T> format);
}
