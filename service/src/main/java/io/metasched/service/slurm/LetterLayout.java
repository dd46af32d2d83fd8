package io.metasched.service.slurm;

import io.metasched.service.slurm.RowLayout.Cell;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Format of {@code squeue --format} and {@code sinfo --format}: texts with fields such as {@code
 * %.18i}, which is 18 characters wide and at the right.
 */
final class LetterLayout {
  private static final Pattern FIELD = Pattern.compile("%(\\.?)(\\d*)([A-Za-z])");

  private LetterLayout() {}

  /** Column of a letter: its header and its text for a row. */
  record Known<T>(String header, Function<T, String> text) {}

  /**
   * Parses a format.
   *
   * @param known columns by their letters
   * @throws ClientFaultException for an unknown letter
   */
  static <T> RowLayout<T> of(String format, Function<Character, Optional<Known<T>>> known) {
    var cells = new ArrayList<Cell<T>>();
    var field = FIELD.matcher(format);
    int at = 0;
    while (field.find()) {
      char letter = field.group(3).charAt(0);
      var column =
          known
              .apply(letter)
              .orElseThrow(
                  () -> new ClientFaultException("Invalid job format specification: " + letter));
      int width = field.group(2).isEmpty() ? 0 : RowLayout.width(field.group(2));
      cells.add(
          new Cell<>(
              format.substring(at, field.start()),
              width,
              !field.group(1).isEmpty(),
              column.header(),
              column.text()));
      at = field.end();
    }
    return new RowLayout<>(cells, format.substring(at));
  }
}
