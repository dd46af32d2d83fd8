package io.metasched.simulation.study;

import java.util.Locale;

/** How figures behind a claim are written. */
public final class ClaimFormat {
  private ClaimFormat() {}

  /** How much less a value is than another, as a share of the other. */
  public static double less(double value, double than) {
    return 1 - value / than;
  }

  /** A share in percent with one decimal. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** A value with up to four significant decimals. */
  public static String number(double value) {
    double size = Math.abs(value);
    int decimals = size >= 100 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
