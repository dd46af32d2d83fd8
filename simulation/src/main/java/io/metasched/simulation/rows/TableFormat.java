package io.metasched.simulation.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** Creates a table whose columns all files have. */
  public TableFormat(String file, List<Column<T, ?>> columns, Function<RowReader<T>, T> row) {
    this(file, columns, row, 0);
  }

  /** Returns a copy in which files of earlier versions lack the last {@code newColumns} columns. */
  public TableFormat<T> withLater(int newColumns) {
    return new TableFormat<>(file, columns, row, newColumns);
  }

  /**
   * Creates a table whose rows are records with one component for each column, in the same order.
   *
   * @throws IllegalArgumentException if the record has another number of components
   */
  public static <T extends Record> TableFormat<T> ofRecord(
      Class<T> type, String file, List<Column<T, ?>> columns) {
    var constructor = RecordRows.constructor(type, columns.size());
    return new TableFormat<>(
        file, columns, in -> RecordRows.row(constructor, in.rest(), columns.size()));
  }

  /**
   * Creates the table of the title of a run. Its row is a record with the title as its first
   * component and one component for each additional column, in the same order.
   *
   * @throws IllegalArgumentException if the record has another number of components
   */
  public static <T extends Record> TableFormat<T> ofTitled(
      Class<T> type, Function<T, RunTitle> title, List<Column<T, ?>> columns) {
    var titles = RunTitle.columns(title);
    var constructor = RecordRows.constructor(type, columns.size() + 1);
    return new TableFormat<>(
        RunTitle.FILE,
        RunTitle.with(titles, columns),
        in -> {
          var values = new Object[columns.size() + 1];
          values[0] = RunTitle.read(in, titles);
          System.arraycopy(in.rest(), 0, values, 1, columns.size());
          return RecordRows.row(constructor, values, values.length);
        });
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
   * @throws IllegalArgumentException if a row could not be read back
   */
  public void write(Iterable<T> rows, Path folder) throws IOException {
    new CsvTable<>(csv(), folder).write(rows);
  }

  /** Writes the rows, and returns the fingerprints of the columns. */
  public TableDigest writeAndDigest(Iterable<T> rows, Path folder) throws IOException {
    var digest = new TableDigest(names());
    new CsvTable<>(csv(), folder).write(rows, digest::add);
    return digest;
  }

  /**
   * Reads the rows, equal to those written. Cost: one pass over the file.
   *
   * @throws ResultFormatException if the file is missing, damaged, or has other columns
   */
  public List<T> read(Path folder) {
    return new CsvTable<>(csv(), folder).read();
  }

  /**
   * Reads the table row by row.
   *
   * @param taker receives the rows; if it throws an {@link IllegalArgumentException}, the row is
   *     refused
   */
  public void read(Path folder, Consumer<T> taker) {
    new CsvTable<>(csv(), folder).read(taker);
  }

  /**
   * Reads the rows, with fingerprints of the columns that the file has.
   *
   * @param digest digest of the {@link #names}, to which the rows are added
   */
  public List<T> read(Path folder, TableDigest digest) {
    var rows = new ArrayList<T>();
    read(folder, rows::add, digest);
    return rows;
  }

  /** Reads the table row by row, with fingerprints of the columns that the file has. */
  public void read(Path folder, Consumer<T> taker, TableDigest digest) {
    new CsvTable<>(csv(), folder).read(taker, digest::add, digest::only);
  }

  private RowFormat<T> csv() {
    return new RowFormat<>(
        file,
        names(),
        (row, cells) -> columns.forEach(column -> column.print(row, cells)),
        cells -> row.apply(new RowReader<>(columns, cells)),
        later);
  }
}
