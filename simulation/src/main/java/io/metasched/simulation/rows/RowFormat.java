package io.metasched.simulation.rows;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How the rows of one file look.
 *
 * @param file name of the file
 * @param columns names of the columns, which are its first line
 * @param print puts a row into cells, one per column
 * @param parse reads a row from its cells, in the same order
 * @param later how many of the columns, the last ones, a file need not have
 */
public record RowFormat<R>(
    String file,
    List<String> columns,
    BiConsumer<R, Cells> print,
    Function<CellReader, R> parse,
    int later) {
  /** Stands for "no such tick", "no such cycle" and "no such node" in rows. */
  static final int NONE = -1;

  static final String SEPARATOR = ";";

  /** The cells of a row, one for each column. */
  public List<String> cells(R row) {
    var cells = new Cells();
    print.accept(row, cells);
    return cells.all();
  }

  /** The name of a constant in files. */
  public static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
