package io.metasched.simulation.rows;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Conversion of whole numbers of a small unit to exact decimals of a larger one, such as ticks to
 * units of time. Each number has exactly one text: no needless zeros, no exponent, no plus sign.
 */
public final class Decimals {
  /** Decimal places of time, money and volumes. */
  static final int MILLI = 3;

  /** Decimal places of shares. */
  static final int MICRO = 6;

  private static final int LONGEST = 24;
  private static final Pattern CANONICAL =
      Pattern.compile("(?!-0$)-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?");

  private Decimals() {}

  /**
   * Returns the text of a number of thousandths: ticks as units of time, 1/1000 of money as money.
   */
  public static String ofThousandths(long value) {
    return text(value, MILLI);
  }

  /** Returns the text of a number of millionths: shares. */
  public static String ofMillionths(long value) {
    return text(value, MICRO);
  }

  /** Returns the text of {@code value} x 10^-digits. */
  public static String text(long value, int digits) {
    return BigDecimal.valueOf(value, digits).stripTrailingZeros().toPlainString();
  }

  /** Returns the value of a text in the format of {@link #text}; empty for other texts. */
  public static OptionalLong value(String text, int digits) {
    if (text.length() > LONGEST || !CANONICAL.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(new BigDecimal(text).movePointRight(digits).longValueExact());
    } catch (ArithmeticException tooLargeOrTooFine) {
      return OptionalLong.empty();
    }
  }
}
