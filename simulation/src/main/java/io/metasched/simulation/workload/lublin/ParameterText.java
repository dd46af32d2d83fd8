package io.metasched.simulation.workload.lublin;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Parameters as a log shows them, the same on every JVM. */
final class ParameterText {
  private static final int DECIMALS = 5;

  private ParameterText() {}

  /** The number to five decimals. */
  static String of(double value) {
    return new BigDecimal(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
