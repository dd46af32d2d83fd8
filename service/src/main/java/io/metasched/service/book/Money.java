package io.metasched.service.book;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** Money outside the program: decimal numbers as text, with at most three places. */
public final class Money {
  private static final String FORM = "\\d{1,15}(\\.\\d{1,3})?";

  /** More than this no account ever has, in 1/1000: it is the largest amount that has a text. */
  public static final long MOST_MILLI = 999_999_999_999_999_999L;

  /**
   * The highest price of a second of a node, in 1/1000: a year on 10,000 nodes at this price is
   * still less than a {@code long} can count.
   */
  public static final long MOST_PRICE_MILLI = 10_000_000;

  private Money() {}

  /** The amount in 1/1000; empty where the text is none. */
  public static OptionalLong parse(String text) {
    if (!text.matches(FORM)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(new BigDecimal(text).movePointRight(3).longValueExact());
  }

  /** The amount with three places. */
  public static String format(long milli) {
    return BigDecimal.valueOf(milli, 3).toPlainString();
  }
}
