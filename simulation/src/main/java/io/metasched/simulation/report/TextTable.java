package io.metasched.simulation.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** How tables are printed: without lines, numbers to the right under their headers. */
public final class TextTable {
  private TextTable() {}

  /** A table under its title. */
  public static <T> String of(String title, Collection<T> rows, List<ColumnData<T>> columns) {
    return title + "\n" + of(rows, columns);
  }

  /** A table without a title. */
  public static <T> String of(Collection<T> rows, List<ColumnData<T>> columns) {
    return AsciiTable.getTable(AsciiTable.NO_BORDERS, rows, columns) + "\n";
  }

  /** A column of names. */
  public static <T> ColumnData<T> left(String header, Function<T, String> value) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT).with(value);
  }

  /** A column of numbers. */
  public static <T> ColumnData<T> right(String header, Function<T, String> value) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.RIGHT)
        .dataAlign(HorizontalAlign.RIGHT)
        .with(value);
  }

  /** A number with so many digits behind the point. */
  public static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
