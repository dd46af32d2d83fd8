package io.metasched.simulation.rows;

import java.util.List;

/** Where the rows of a run are read from. */
@FunctionalInterface
public interface RowSource {
  /**
   * The rows of a table.
   *
   * @throws ResultFormatException for a file that is missing, damaged, or of other columns
   */
  <T> List<T> rows(TableFormat<T> format);
}
