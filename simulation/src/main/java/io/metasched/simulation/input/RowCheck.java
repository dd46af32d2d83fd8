package io.metasched.simulation.input;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Conversion of the cells of a file to entries, with reports of faults. */
final class RowCheck<T> {
  private static final int IGNORED = -2;
  private static final int OTHER = -1;
  private static final Pattern COMMA = Pattern.compile("[+-]?[0-9]+,[0-9]+");
  private static final Pattern THOUSANDS = Pattern.compile("[+-]?[0-9]+,[0-9]{3}");

  private final InputFormat<T> format;
  private final InputFaults faults;
  private final BiConsumer<T, String> taker;
  private List<String> names = List.of();
  private int[] columnOf = {};
  private boolean decimalCommas;
  private boolean namesKnown;
  private int rows;

  /**
   * @param taker receives the entries, each with its place
   */
  RowCheck(InputFormat<T> format, InputFaults faults, BiConsumer<T, String> taker) {
    this.format = format;
    this.faults = faults;
    this.taker = taker;
  }

  /** Allows decimal commas such as 3,5, because the separators are semicolons or tabs. */
  void allowDecimalCommas() {
    decimalCommas = true;
  }

  /**
   * Sets the names of the columns for the following rows.
   *
   * @param place file and line
   */
  void columns(String place, List<String> given) {
    if (namesKnown && given.equals(names)) {
      return;
    }
    names = List.copyOf(given);
    namesKnown = true;
    columnOf = new int[names.size()];
    var declared = format.names();
    var seen = new TreeSet<String>();
    for (int at = 0; at < columnOf.length; at++) {
      var name = names.get(at);
      columnOf[at] = declared.indexOf(name);
      if (name.isEmpty()) {
        columnOf[at] = IGNORED; // empty columns of a spreadsheet; a cell there is reported
      } else if (!seen.add(name)) {
        faults.add("%s: column %s occurs twice".formatted(place, PrintableText.quoted(name)));
        columnOf[at] = IGNORED;
      } else if (columnOf[at] < 0 && !isOwn(place, name, declared)) {
        columnOf[at] = IGNORED;
      }
    }
    for (var column : format.columns()) {
      if (column.required() && !seen.contains(column.name())) {
        faults.add(
            "%s: column %s is missing; columns of %s are %s"
                .formatted(place, column.name(), format.name(), String.join(", ", declared)));
      }
    }
  }

  /**
   * Returns whether a name that no column has may be an additional column; otherwise reports it.
   */
  private boolean isOwn(String place, String name, List<String> declared) {
    var absent = declared.stream().filter(each -> !names.contains(each)).toList();
    var hint = SpellingHint.hint(name, absent);
    if (format.others().isPresent() && hint.isEmpty() && ColumnNames.isName(name)) {
      return true;
    }
    faults.add(
        "%s: unknown column %s%s; columns of %s are %s%s"
            .formatted(
                place,
                PrintableText.quoted(name),
                hint,
                format.name(),
                String.join(", ", declared),
                format.others().isPresent() ? ColumnNames.RULE : ""));
    return false;
  }

  /**
   * Processes a row.
   *
   * @param place file and line
   * @param cells cells, as many as there are names
   */
  void row(String place, List<String> cells) {
    if (++rows > format.mostRows()) {
      throw faults.fatal(
          "%s: allowed are at most %d %s, but there are more"
              .formatted(place, format.mostRows(), format.name()));
    }
    if (cells.size() != names.size()) {
      faults.add(
          "%s: a row has %d columns, but this one has %d"
              .formatted(place, names.size(), cells.size()));
      return;
    }
    var values = new @Nullable Object[format.columns().size()];
    var others = new TreeMap<String, String>();
    boolean sound = hasRequired(place, cells);
    for (int at = 0; at < columnOf.length; at++) {
      var cell = cells.get(at).strip();
      if (columnOf[at] >= 0) {
        var column = format.columns().get(columnOf[at]);
        sound &= cell.isEmpty() || read(place, column, cell, values, columnOf[at]);
      } else if (columnOf[at] == OTHER && !cell.isEmpty()) {
        others.put(names.get(at), decimalCommas ? withPoint(cell) : cell);
      } else if (names.get(at).isEmpty() && !cell.isEmpty()) {
        faults.add(place + ": column " + (at + 1), "nothing, because the column has no name", cell);
      }
    }
    if (sound && faults.isRowSound()) {
      var row = new InputRow<T>(format, place, values, others, faults);
      format.entry().apply(row).ifPresent(entry -> taker.accept(entry, place));
    }
  }

  private boolean read(
      String place, InputColumn<T, ?> column, String cell, @Nullable Object[] values, int at) {
    boolean comma = column.type().isNumber() && COMMA.matcher(cell).matches();
    if (comma && (!decimalCommas || THOUSANDS.matcher(cell).matches())) {
      faults.add(
          place + ": column " + column.name(),
          column.type().allowed() + ", with a point before the decimals",
          cell);
      return false;
    }
    var value = column.type().parse().apply(comma ? withPoint(cell) : cell);
    if (value.isEmpty()) {
      faults.add(place + ": column " + column.name(), column.type().allowed(), cell);
      return false;
    }
    values[at] = value.get();
    return true;
  }

  private static String withPoint(String cell) {
    return COMMA.matcher(cell).matches() ? cell.replace(',', '.') : cell;
  }

  /**
   * Returns whether all required cells are present. A missing column has been reported with the
   * names; an empty cell is reported by this method.
   */
  private boolean hasRequired(String place, List<String> cells) {
    boolean all = true;
    for (var column : format.columns()) {
      int at = column.required() ? names.indexOf(column.name()) : IGNORED;
      if (at >= 0 && cells.get(at).isBlank()) {
        faults.add(place + ": column " + column.name(), column.type().allowed(), "");
      }
      all &= at == IGNORED || (at >= 0 && !cells.get(at).isBlank());
    }
    return all;
  }
}
