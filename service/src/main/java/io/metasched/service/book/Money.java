package io.metasched.service.book;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** External format of money: decimal numbers as text with at most three decimal places. */
public final class Money {
  private static final String FORM = "\\d{1,15}(\\.\\d{1,3})?";

  /**
   * Upper bound of an account's balance, in 1/1000: the largest amount that can be written as text.
   */
  public static final long MOST_MILLI = 999_999_999_999_999_999L;

  /**
   * Highest price of a node per second, in 1/1000: a year on 10,000 nodes at this price still fits
   * into a {@code long}.
   */
  public static final long MOST_PRICE_MILLI = 10_000_000;

  private Money() {}

  /** Returns the amount in 1/1000; empty if the text is not an amount. */
  public static OptionalLong parse(String text) {
    if (!text.matches(FORM)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(new BigDecimal(text).movePointRight(3).longValueExact());
  }

  /** Returns the amount with three decimal places. */
  public static String format(long milli) {
    return BigDecimal.valueOf(milli, 3).toPlainString();
  }
}
