package io.metasched.simulation.input;

import io.metasched.simulation.rows.Decimals;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Type of the cells of a column.
 *
 * @param allowed allowed values, for errors and docs
 * @param isNumber whether the value is a number in JSON
 * @param parse value of a text without surrounding blanks; empty if it is invalid
 * @param print text of a value, which parses to that value
 */
public record InputType<V>(
    String allowed,
    boolean isNumber,
    Function<String, Optional<V>> parse,
    Function<V, String> print) {
  private static final Pattern NAME =
      Pattern.compile("[^;\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}]{1,60}");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?[0-9]{1,25}(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,2})?");
  private static final int MILLI = 3;
  private static final int MICRO = 6;

  /** Name of a user, node or other entity. */
  public static final InputType<String> NAMED =
      new InputType<>(
          "a name of 1 to 60 characters without semicolon",
          false,
          text -> NAME.matcher(text).matches() ? Optional.of(text) : Optional.empty(),
          text -> text);

  /** Yes or no. */
  public static final InputType<Boolean> YES_NO =
      new InputType<>(
          "yes or no",
          false,
          text ->
              switch (text) {
                case "yes", "true" -> Optional.of(true);
                case "no", "false" -> Optional.of(false);
                default -> Optional.empty();
              },
          flag -> flag ? "yes" : "no");

  /** Creates a type of whole numbers. */
  public static InputType<Integer> whole(int least, int most) {
    return new InputType<>(
        "a whole number from %d to %d".formatted(least, most),
        true,
        text -> scaled(text, 0, least, most).map(Math::toIntExact),
        value -> Integer.toString(value));
  }

  /**
   * Creates a type of decimal numbers with at most three decimal places, in thousandths.
   *
   * @param least minimum in thousandths
   * @param most maximum in thousandths
   */
  public static InputType<Long> decimal(long least, long most) {
    return new InputType<>(
        "a number from %s to %s with at most 3 decimals"
            .formatted(Decimals.ofThousandths(least), Decimals.ofThousandths(most)),
        true,
        text -> scaled(text, MILLI, least, most),
        Decimals::ofThousandths);
  }

  /**
   * Creates a type of decimal numbers with at most six decimal places, in millionths.
   *
   * @param least minimum in millionths
   * @param most maximum in millionths
   */
  public static InputType<Long> share(long least, long most) {
    return new InputType<>(
        "a number from %s to %s with at most 6 decimals"
            .formatted(Decimals.ofMillionths(least), Decimals.ofMillionths(most)),
        true,
        text -> scaled(text, MICRO, least, most),
        Decimals::ofMillionths);
  }

  /** Creates a type of a fixed set of values, by their labels. */
  public static <E> InputType<E> oneOf(List<E> values, Function<E, String> label) {
    return new InputType<>(
        "one of " + String.join(", ", values.stream().map(label).toList()),
        false,
        text -> values.stream().filter(value -> label.apply(value).equals(text)).findFirst(),
        label);
  }

  private static Optional<Long> scaled(String text, int digits, long least, long most) {
    if (!NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      long value = new BigDecimal(text).movePointRight(digits).longValueExact();
      return value < least || value > most ? Optional.empty() : Optional.of(value);
    } catch (ArithmeticException tooLargeOrTooFine) {
      return Optional.empty();
    }
  }
}
