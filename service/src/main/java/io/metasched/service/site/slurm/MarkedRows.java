package io.metasched.service.site.slurm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rows of an output in which a mark follows each value. The mark is random for each call, so that
 * no value can contain it. A value may therefore contain line breaks and any separator, and a
 * banner before or between the rows is not parsed as a value.
 */
final class MarkedRows {
  private static final int SHOWN = 100;

  private MarkedRows() {}

  /**
   * Returns the rows below the header, which a program prints even if there are no other rows.
   *
   * @param columns number of values of a row; the first value has no line break
   * @throws SlurmFailure if there is no header, as in an empty output, or the output is truncated
   */
  static List<List<String>> parse(String text, String mark, int columns) throws SlurmFailure {
    var pieces = Arrays.asList(text.split(Pattern.quote(mark), -1));
    int rows = (pieces.size() - 1) / columns;
    if (rows == 0) {
      throw new SlurmFailure("the output has no header: '%s'".formatted(ShownText.of(text)));
    }
    boolean isWhole = (pieces.size() - 1) % columns == 0 && text.endsWith("\n");
    for (int row = 1; row <= rows; row++) {
      isWhole &= pieces.get(row * columns).startsWith("\n"); // a line break precedes the next row
    }
    if (!isWhole) {
      throw new SlurmFailure(
          "the output is cut: it ends with '%s'"
              .formatted(ShownText.of(text.substring(Math.max(0, text.length() - SHOWN)))));
    }
    var found = new ArrayList<List<String>>(rows - 1);
    for (int row = 1; row < rows; row++) {
      var values = new ArrayList<>(pieces.subList(row * columns, (row + 1) * columns));
      values.set(0, values.get(0).substring(values.get(0).lastIndexOf('\n') + 1));
      found.add(values);
    }
    return found;
  }
}
