package io.metasched.simulation.study;

import java.util.Locale;

/** Format of the numbers that decide a claim. */
public final class ClaimFormat {
  private ClaimFormat() {}

  /** Returns the difference by which a value is less than another, as a share of the other. */
  public static double less(double value, double than) {
    return 1 - value / than;
  }

  /** Returns a value with up to four significant digits. */
  public static String number(double value) {
    double size = Math.abs(value);
    int decimals = size >= 100 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
