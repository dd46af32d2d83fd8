package io.metasched.metascheduler.program;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Human-readable table without borders. An instance has rows of untrusted text. */
public final class TextTable {
  private final Column[] columns;
  private final List<String[]> rows = new ArrayList<>();

  /** Creates a table with left-aligned columns and no rows. */
  public TextTable(String... header) {
    columns =
        Arrays.stream(header)
            .map(name -> column(name, HorizontalAlign.LEFT))
            .toArray(Column[]::new);
  }

  /** Adds a row; each character that could disturb a terminal is replaced. */
  public void row(String... cells) {
    rows.add(Arrays.stream(cells).map(PrintableText::replaced).toArray(String[]::new));
  }

  /** Prints the table without indentation. */
  public void print(PrintWriter out) {
    lines(columns, rows.toArray(String[][]::new))
        .map(line -> line.isEmpty() ? line : line.substring(1))
        .forEach(out::println);
    out.flush();
  }

  /** Returns a column that is as wide as its widest text. */
  public static Column column(String header, HorizontalAlign align) {
    return new Column()
        .header(header)
        .headerAlign(align)
        .dataAlign(align)
        .maxWidth(Integer.MAX_VALUE);
  }

  /** Returns the lines of a table, each with a leading blank and without trailing blanks. */
  public static Stream<String> lines(Column[] columns, String[][] cells) {
    return AsciiTable.getTable(AsciiTable.NO_BORDERS, columns, cells)
        .lines()
        .map(String::stripTrailing);
  }

  /** Returns a table with its title. */
  public static <T> String of(String title, Collection<T> rows, List<ColumnData<T>> columns) {
    return title + "\n" + of(rows, columns);
  }

  /** Returns a table without a title. */
  public static <T> String of(Collection<T> rows, List<ColumnData<T>> columns) {
    return AsciiTable.getTable(AsciiTable.NO_BORDERS, rows, columns) + "\n";
  }

  /** Returns a column of names. */
  public static <T> ColumnData<T> left(String header, Function<T, String> value) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT).with(value);
  }

  /** Returns a column of numbers. */
  public static <T> ColumnData<T> right(String header, Function<T, String> value) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.RIGHT)
        .dataAlign(HorizontalAlign.RIGHT)
        .with(value);
  }

  /** Returns a number with {@code digits} after the point. */
  public static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
