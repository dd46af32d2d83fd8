package io.metasched.simulation.workload.trace;

/**
 * Parser of decimal numbers in text, such as {@code -1}, {@code 552} or {@code 552.21}, as
 * thousandths. Exact: no floating point; a fourth decimal rounds half away from zero, further
 * decimals are only checked.
 */
final class DecimalText {
  static final int MILLI = 1000;

  /** Largest whole part, either sign. */
  static final long LARGEST_WHOLE = 9_000_000_000_000_000L;

  /** Result for text that is not a decimal number. */
  static final long NOT_A_NUMBER = Long.MIN_VALUE;

  /** Result for a number whose whole part is beyond {@link #LARGEST_WHOLE}. */
  static final long TOO_LARGE = Long.MAX_VALUE;

  private DecimalText() {}

  /**
   * Returns the thousandths of the number in these bytes, or {@link #NOT_A_NUMBER} or {@link
   * #TOO_LARGE}.
   */
  static long milli(byte[] text, int start, int end) {
    boolean negative = start < end && text[start] == '-';
    int firstDigit = negative ? start + 1 : start;
    int point = pastDigits(text, firstDigit, end);
    if (point == firstDigit) {
      return NOT_A_NUMBER;
    }
    long decimals = point == end ? 0 : decimals(text, point, end);
    if (decimals < 0) {
      return NOT_A_NUMBER;
    }
    long whole = whole(text, firstDigit, point);
    if (whole > LARGEST_WHOLE) {
      return TOO_LARGE;
    }
    long milli = whole * MILLI + decimals;
    return negative ? -milli : milli;
  }

  private static long whole(byte[] text, int start, int end) {
    long value = 0;
    for (int at = start; at < end && value <= LARGEST_WHOLE; at++) {
      value = value * 10 + (text[at] - '0');
    }
    return value;
  }

  /**
   * Returns the decimals as thousandths, rounded (up to 1000), or -1 if the text is not a point
   * followed by digits only.
   */
  private static long decimals(byte[] text, int point, int end) {
    int first = point + 1;
    if (text[point] != '.' || first == end || pastDigits(text, first, end) != end) {
      return -1;
    }
    long value = 0;
    for (int at = first; at < first + 3; at++) {
      value = value * 10 + (at < end ? text[at] - '0' : 0);
    }
    boolean roundUp = end - first > 3 && text[first + 3] >= '5';
    return roundUp ? value + 1 : value;
  }

  private static int pastDigits(byte[] text, int start, int end) {
    int at = start;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at;
  }
}
