package io.metasched.simulation.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Format of a table of a result: the name of its file and its columns, each declared once.
 *
 * @param file name of the CSV file
 * @param columns columns from left to right
 * @param row creates a row from the values of all columns, read from left to right
 * @param later number of trailing columns that are missing in files of earlier versions; their
 *     cells are then read as empty
 */
public record TableFormat<T>(
    String file, List<Column<T, ?>> columns, Function<RowReader<T>, T> row, int later) {
  public TableFormat {
    columns = List.copyOf(columns);
  }

  /** Returns a copy in which files of earlier versions lack the last {@code newColumns} columns. */
  public TableFormat<T> withLater(int newColumns) {
    return new TableFormat<>(file, columns, row, newColumns);
  }

  /**
   * Creates a table whose rows are records.
   *
   * @param parts declarations of the components of the record, in the order of the components
   * @throws IllegalArgumentException if the record has another number of components
   */
  public static <T extends Record> TableFormat<T> ofRecord(
      Class<T> type, String file, RowPart... parts) {
    var format = new RecordFormat<>(type, List.of(parts));
    return new TableFormat<>(file, format.columns(), format::read, 0);
  }

  /** Returns the names of the columns. */
  public List<String> names() {
    return columns.stream().<String>map(Column::name).toList();
  }

  /**
   * Returns the getter of a column.
   *
   * @throws IllegalArgumentException if no column has this name
   */
  public Function<? super T, ?> getter(String column) {
    return columns.stream()
        .filter(each -> each.name().equals(column))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("%s has no column %s".formatted(file, column)))
        .getter();
  }

  /** Returns the cells of a row, one for each column. */
  public List<String> cells(T row) {
    var cells = new Cells();
    columns.forEach(column -> column.print(row, cells));
    return cells.all();
  }

  /**
   * Writes the rows into the file of the table.
   *
   * @param folder existing folder; a file of that name is overwritten
   * @param digests receives the fingerprints of the columns, by the name of the file
   * @throws IllegalArgumentException if a row could not be read back
   */
  public void write(Iterable<T> rows, Path folder, Map<String, TableDigest> digests)
      throws IOException {
    new CsvTable<>(this, folder).write(rows, added(digests));
  }

  /**
   * Reads the rows, equal to those written. Cost: one pass over the file.
   *
   * @throws ResultFormatException if the file is missing, damaged, or has other columns
   */
  public List<T> read(Path folder) {
    return read(folder, new TreeMap<>());
  }

  /**
   * Reads the rows.
   *
   * @param digests receives the fingerprints of the columns that the file has, by its name
   */
  public List<T> read(Path folder, Map<String, TableDigest> digests) {
    var rows = new ArrayList<T>();
    read(folder, rows::add, digests);
    return rows;
  }

  /** Reads the table row by row. */
  public void read(Path folder, Consumer<T> taker, Map<String, TableDigest> digests) {
    new CsvTable<>(this, folder).read(taker, added(digests));
  }

  private TableDigest added(Map<String, TableDigest> digests) {
    var digest = new TableDigest(names());
    digests.put(file, digest);
    return digest;
  }
}
