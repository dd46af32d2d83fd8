package io.metasched.simulation.system.rectangles.rows;

import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting.SpeedGroup;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Column types for sets of elements and groups of them, with their text format. */
public final class ElementColumns {
  private static final Pattern RANGE =
      Pattern.compile("(0|[1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?");
  private static final Pattern GROUP =
      Pattern.compile("([1-9][0-9]{0,5}) x ([0-9]{1,4}(?:\\.[0-9]{0,2}[1-9])?)");
  private static final Pattern FACTOR = Pattern.compile("[0-9]{1,4}(?:\\.[0-9]{0,2}[1-9])?");

  private ElementColumns() {}

  /** Set of elements as ranges, such as {@code 0-31;64-95}; an empty cell for none. */
  static ColumnType<ElementSet> set(String column) {
    return list(
        column,
        "element ranges",
        set -> set.ranges().stream().map(ElementRange::toString).toList(),
        texts -> ElementSet.ofRanges(texts.stream().map(ElementColumns::range).toList()));
  }

  private static ElementRange range(String text) {
    var match = RANGE.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("no range " + text);
    }
    int first = Integer.parseInt(match.group(1));
    return new ElementRange(
        first, match.group(2) == null ? first : Integer.parseInt(match.group(2)));
  }

  /** Groups of elements with their speeds, such as {@code 512 x 1;512 x 1.5}. */
  static ColumnType<List<SpeedGroup>> speeds(String column) {
    return list(
        column,
        "speeds",
        groups -> groups.stream().map(SpeedGroup::toString).toList(),
        texts -> texts.stream().map(ElementColumns::group).toList());
  }

  private static SpeedGroup group(String text) {
    var match = GROUP.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("no group " + text);
    }
    return new SpeedGroup(Integer.parseInt(match.group(1)), milli(match.group(2)));
  }

  /** Factors in thousandths, such as {@code 0.5;2}. */
  static ColumnType<List<Integer>> factors(String column) {
    return list(
        column,
        "factors",
        factors -> factors.stream().map(ElementColumns::factor).toList(),
        texts -> texts.stream().map(ElementColumns::milliOfFactor).toList());
  }

  /** Returns a factor as text. */
  public static String factor(int milli) {
    return BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
  }

  private static int milliOfFactor(String text) {
    if (!FACTOR.matcher(text).matches()) {
      throw new IllegalArgumentException("no factor " + text);
    }
    return milli(text);
  }

  private static int milli(String text) {
    return new BigDecimal(text).movePointRight(3).intValueExact();
  }

  /** Texts joined by semicolons; a text that does not survive a round trip is rejected. */
  private static <V> ColumnType<V> list(
      String column,
      String name,
      Function<V, List<String>> texts,
      Function<List<String>, V> value) {
    return new ColumnType<>(
        name,
        (cells, each) -> cells.texts(texts.apply(each)),
        cells -> {
          var given = cells.texts();
          try {
            var read = value.apply(given);
            if (texts.apply(read).equals(given)) {
              return read;
            }
          } catch (IllegalArgumentException | ArithmeticException refused) { // reported below
          }
          throw new IllegalArgumentException(
              "column %s: allowed are %s, but given is %s"
                  .formatted(column, name, String.join(";", given)));
        });
  }
}
