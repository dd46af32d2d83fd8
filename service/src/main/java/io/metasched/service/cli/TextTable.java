package io.metasched.service.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be; what could disturb a terminal is replaced. */
final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(List.of(header));
  }

  void row(String... cells) {
    var clean = new ArrayList<String>();
    for (var cell : cells) {
      clean.add(clean(cell));
    }
    rows.add(clean);
  }

  /** Foreign text as one line of printable characters. */
  static String clean(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            each -> {
              int type = Character.getType(each);
              boolean disturbs =
                  type == Character.CONTROL
                      || type == Character.FORMAT
                      || type == Character.SURROGATE
                      || type == Character.LINE_SEPARATOR
                      || type == Character.PARAGRAPH_SEPARATOR;
              shown.appendCodePoint(disturbs ? '?' : each);
            });
    return shown.toString();
  }

  void print(PrintWriter out) {
    var widths = new int[rows.get(0).size()];
    for (var row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
    out.flush();
  }
}
