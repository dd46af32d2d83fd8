package io.metasched.service.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be; what could disturb a terminal is replaced. */
final class TextTable {
  /** Letters and marks that look like nothing: joiners and fillers. */
  private static final String WITHOUT_SHAPE = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0";

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
    text.codePoints().forEach(each -> shown.appendCodePoint(disturbs(each) ? '?' : each));
    return shown.toString();
  }

  /** JSON in which such characters, which stand in its texts alone, are escaped. */
  static String cleanJson(String json) {
    var shown = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            each -> {
              if (disturbs(each)) {
                for (char unit : Character.toChars(each)) {
                  shown.append("\\u%04x".formatted((int) unit));
                }
              } else {
                shown.appendCodePoint(each);
              }
            });
    return shown.toString();
  }

  /** Whether a character is a control, turns the direction of text, or cannot be seen. */
  private static boolean disturbs(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> WITHOUT_SHAPE.indexOf(character) >= 0;
    };
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
