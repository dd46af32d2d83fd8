package io.metasched.service.slurm;

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
      // a line of the table is a line of the output
      var line = given.replace('\n', ' ').replace('\r', ' ');
      if (width == 0) {
        return line;
      }
      var cut = line.length() > width ? line.substring(0, width) : line;
      var space = " ".repeat(width - cut.length());
      return isRight ? space + cut : cut + space;
    }
  }

  /**
   * Returns a width that is allowed.
   *
   * @throws SlurmException for any other
   */
  static int width(String digits) {
    if (digits.length() > 4 || Integer.parseInt(digits) > MOST_WIDTH) {
      throw new SlurmException("the width %s: at most %d is allowed".formatted(digits, MOST_WIDTH));
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

  String line(T row) {
    return line((Cell<T> each) -> each.text.apply(row));
  }

  /** Returns the lines, after a heading if that is wanted. */
  String lines(boolean hasHeading, Iterable<T> rows) {
    var text = new StringBuilder(hasHeading ? heading() : "");
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }
}
