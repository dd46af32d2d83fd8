package io.metasched.simulation.workload.lublin;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Format of parameters in a log, equal on every JVM. */
final class ParameterText {
  private static final int DECIMALS = 5;

  private ParameterText() {}

  /** Returns the number with five decimal places. */
  static String of(double value) {
    return new BigDecimal(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
