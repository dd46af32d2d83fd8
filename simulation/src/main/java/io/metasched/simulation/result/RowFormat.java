package io.metasched.simulation.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
 */
record RowFormat<R>(
    String file, List<String> columns, BiConsumer<R, Cells> print, Function<CellReader, R> parse) {
  /** Stands for "no such tick", "no such cycle" and "no such node" in rows. */
  static final int NONE = -1;

  static final String SEPARATOR = ";";

  static <R> RowFormat<R> of(
      String file, String columns, BiConsumer<R, Cells> print, Function<CellReader, R> parse) {
    return new RowFormat<>(file, List.of(columns.split(",")), print, parse);
  }

  /** Whether a folder has a file of this name that begins with these columns. */
  boolean isIn(Path folder) {
    var expected = String.join(",", columns).getBytes(StandardCharsets.UTF_8);
    try (var in = Files.newInputStream(folder.resolve(file))) {
      return Arrays.equals(in.readNBytes(expected.length), expected);
    } catch (IOException unreadable) {
      return false;
    }
  }

  List<String> cells(R row) {
    var cells = new Cells();
    print.accept(row, cells);
    return cells.all();
  }

  /** The name of a constant in files. */
  static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
