package io.metasched.simulation.report;

import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.metasched.metascheduler.program.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Table that is split into several if it is too wide for a screen; each part begins with the names
 * of the rows.
 */
final class WideTable {
  static final int WIDTH = 146;

  private WideTable() {}

  /** Column of texts, row by row. */
  record Line(String header, HorizontalAlign align, List<String> texts) {
    static Line left(String header, List<String> texts) {
      return new Line(header, HorizontalAlign.LEFT, texts);
    }

    static Line right(String header, List<String> texts) {
      return new Line(header, HorizontalAlign.RIGHT, texts);
    }

    private int width() {
      int widest = texts.stream().mapToInt(String::length).max().orElse(0);
      return Math.max(header.length(), widest) + 2;
    }
  }

  /**
   * Returns the tables, one below another with an empty line between them.
   *
   * @param names names of the rows
   * @param columns lists of columns; columns of one list stay together
   */
  static String of(Line names, List<List<Line>> columns) {
    var text = new StringBuilder();
    var table = new ArrayList<>(List.of(names));
    for (var lines : columns) {
      if (table.size() > 1 && width(table) + width(lines) > WIDTH) {
        print(table, text);
        text.append('\n');
        table = new ArrayList<>(List.of(names));
      }
      table.addAll(lines);
    }
    print(table, text);
    return text.toString();
  }

  private static int width(List<Line> lines) {
    return lines.stream().mapToInt(Line::width).sum();
  }

  private static void print(List<Line> table, StringBuilder text) {
    var columns =
        table.stream()
            .map(line -> TextTable.column(line.header(), line.align()).maxWidth(WIDTH))
            .toArray(Column[]::new);
    var data = new String[table.get(0).texts().size()][table.size()];
    for (int row = 0; row < data.length; row++) {
      for (int column = 0; column < table.size(); column++) {
        data[row][column] = table.get(column).texts().get(row);
      }
    }
    TextTable.lines(columns, data).forEach(line -> text.append(line).append('\n'));
  }
}
