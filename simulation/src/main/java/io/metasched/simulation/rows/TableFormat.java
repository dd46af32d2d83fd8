package io.metasched.simulation.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table of a result: the name of its file and its columns, each declared once.
 *
 * @param file name of the CSV file
 * @param columns from left to right
 * @param row makes a row of the values of all columns, read from left to right
 * @param later how many of the columns, the last ones, files of earlier versions do not have; then
 *     their cells are read as if they were empty
 */
public record TableFormat<T>(
    String file, List<Column<T, ?>> columns, Function<RowReader<T>, T> row, int later) {
  /** Copies the list. */
  public TableFormat {
    columns = List.copyOf(columns);
  }

  /** A table whose columns all files have. */
  public TableFormat(String file, List<Column<T, ?>> columns, Function<RowReader<T>, T> row) {
    this(file, columns, row, 0);
  }

  /** Returns the same table, of which files of earlier versions do not have the last columns. */
  public TableFormat<T> withLater(int newColumns) {
    return new TableFormat<>(file, columns, row, newColumns);
  }

  /**
   * A table whose rows are records with one component for each column, in the same order.
   *
   * @throws IllegalArgumentException for a record with another number of components
   */
  public static <T extends Record> TableFormat<T> ofRecord(
      Class<T> type, String file, List<Column<T, ?>> columns) {
    var constructor = RecordRows.constructor(type, columns.size());
    return new TableFormat<>(
        file, columns, in -> RecordRows.row(constructor, in.rest(), columns.size()));
  }

  /**
   * The table of the title of a run, whose row is a record with the title as its first component
   * and one component for each further column, in the same order.
   *
   * @throws IllegalArgumentException for a record with another number of components
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

  /** The names of the columns. */
  public List<String> names() {
    return columns.stream().<String>map(Column::name).toList();
  }

  /**
   * The value of a column.
   *
   * @throws IllegalArgumentException for a name that no column has
   */
  public Function<? super T, ?> getter(String column) {
    return columns.stream()
        .filter(each -> each.name().equals(column))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("%s has no column %s".formatted(file, column)))
        .getter();
  }

  /** The cells of a row, one for each column. */
  public List<String> cells(T row) {
    var cells = new Cells();
    columns.forEach(column -> column.print(row, cells));
    return cells.all();
  }

  /**
   * Writes the rows into the file of the table.
   *
   * @param folder exists; a file of that name is overwritten
   * @throws IllegalArgumentException for a row that could not be read back
   */
  public void write(Iterable<T> rows, Path folder) throws IOException {
    new CsvTable<>(csv(), folder).write(rows);
  }

  /** The same; fingerprints are taken of the columns. */
  public TableDigest writeAndDigest(Iterable<T> rows, Path folder) throws IOException {
    var digest = new TableDigest(names());
    new CsvTable<>(csv(), folder).write(rows, digest::add);
    return digest;
  }

  /**
   * Reads the rows back, equal to those written. Cost: one pass over the file.
   *
   * @throws ResultFormatException for a file that is missing, damaged, or of other columns
   */
  public List<T> read(Path folder) {
    return new CsvTable<>(csv(), folder).read();
  }

  /**
   * The same row by row.
   *
   * @param taker takes the rows; an {@link IllegalArgumentException} of it is a refusal of the row
   */
  public void read(Path folder, Consumer<T> taker) {
    new CsvTable<>(csv(), folder).read(taker);
  }

  /**
   * The same; fingerprints are taken of the columns as the file has them.
   *
   * @param digest of the {@link #names}; is added to
   */
  public List<T> read(Path folder, TableDigest digest) {
    var rows = new ArrayList<T>();
    read(folder, rows::add, digest);
    return rows;
  }

  /** The same row by row. */
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
