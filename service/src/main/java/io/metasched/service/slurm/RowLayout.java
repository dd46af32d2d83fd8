package io.metasched.service.slurm;

import io.metasched.metascheduler.program.PrintableText;
import java.util.List;
import java.util.function.Function;

/**
 * Layout of lines with a text for each column.
 *
 * @param columns columns in order
 * @param end text at the end of each line
 */
record RowLayout<T>(List<Cell<T>> columns, String end) {
  /** Largest width of a column. */
  static final int MOST_WIDTH = 1000;

  private static final int MOST_COLUMNS = 100;
  private static final int MOST_CHARACTERS = 16 << 20;

  /**
   * @throws ClientFaultException for too many columns
   */
  RowLayout {
    if (columns.size() > MOST_COLUMNS) {
      throw new ClientFaultException("at most %d fields are allowed".formatted(MOST_COLUMNS));
    }
    columns = List.copyOf(columns);
  }

  /**
   * Column, possibly with a text before it.
   *
   * @param before text before the column
   * @param width width to which the text is filled and cut; 0 for the text as it is
   * @param isRight whether the text is at the right end
   * @param header text of the column in the heading
   */
  record Cell<T>(
      String before, int width, boolean isRight, String header, Function<T, String> text) {
    private String fitted(String given) {
      // a line of the table is a line of the output, and must not control the terminal
      var line = PrintableText.replaced(given, ' ');
      if (width == 0) {
        return line;
      }
      var cut = line.length() > width ? line.substring(0, width) : line;
      var space = " ".repeat(width - cut.length());
      return isRight ? space + cut : cut + space;
    }

    /** Returns a column in which the last character of a text that is cut is a plus sign. */
    Cell<T> marked() {
      return new Cell<>(before, width, isRight, header, row -> cut(text.apply(row)));
    }

    private String cut(String given) {
      return width == 0 || given.length() <= width ? given : given.substring(0, width - 1) + "+";
    }
  }

  /**
   * Returns a width that is allowed.
   *
   * @throws ClientFaultException for any other
   */
  static int width(String digits) {
    if (digits.length() > 4 || Integer.parseInt(digits) > MOST_WIDTH) {
      throw new ClientFaultException(
          "the width %s: at most %d is allowed".formatted(digits, MOST_WIDTH));
    }
    return Integer.parseInt(digits);
  }

  private String line(Function<Cell<T>, String> text) {
    var line = new StringBuilder();
    for (var each : columns) {
      line.append(each.before).append(each.fitted(text.apply(each)));
    }
    return line.append(end).append('\n').toString();
  }

  String heading() {
    return line(Cell::header);
  }

  /** Returns the lines, after a heading if that is wanted. */
  String lines(boolean hasHeading, Iterable<T> rows) {
    return lines(hasHeading ? heading() : "", rows);
  }

  /**
   * Returns the lines after a heading.
   *
   * @throws ClientFaultException if the text is too long
   */
  String lines(String heading, Iterable<T> rows) {
    var text = new StringBuilder(heading);
    for (var row : rows) {
      text.append(line((Cell<T> each) -> each.text.apply(row)));
      if (text.length() > MOST_CHARACTERS) {
        throw new ClientFaultException(
            "the list has more than %d characters; select fewer jobs".formatted(MOST_CHARACTERS));
      }
    }
    return text.toString();
  }
}
