package io.metasched.simulation.rows;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Format of the rows of one file.
 *
 * @param file name of the file
 * @param columns names of the columns, which are its first line
 * @param print writes a row into cells, one per column
 * @param parse reads a row from its cells, in the same order
 * @param later number of trailing columns that may be missing in a file
 */
public record RowFormat<R>(
    String file,
    List<String> columns,
    BiConsumer<R, Cells> print,
    Function<CellReader, R> parse,
    int later) {
  /** Value that means "no such tick", "no such cycle" or "no such node" in rows. */
  static final int NONE = -1;

  static final String SEPARATOR = ";";

  /** Returns the cells of a row, one for each column. */
  public List<String> cells(R row) {
    var cells = new Cells();
    print.accept(row, cells);
    return cells.all();
  }

  /** Returns the names of constants in files, for the docs. */
  public static String words(Enum<?>... constants) {
    return Stream.of(constants)
        .map(constant -> "`%s`".formatted(lowerCase(constant)))
        .collect(Collectors.joining(", "));
  }

  /** Returns the name of a constant in files. */
  public static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
