package io.metasched.simulation.system.broker;

import com.typesafe.config.ConfigValue;
import java.math.BigDecimal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Numbers in the records of a list in a scenario. */
final class NumberField {
  private static final int LONGEST = 20;
  private static final int DECIMALS = 3;

  private NumberField() {}

  /** A whole number of at least 0; empty for what is none. */
  static OptionalLong whole(@Nullable ConfigValue value) {
    return decimal(value, 0, Integer.MAX_VALUE);
  }

  /** Seconds from 0 up to a bound as ticks; empty for what is none. */
  static OptionalLong ticks(@Nullable ConfigValue value, double mostSeconds) {
    return decimal(value, DECIMALS, mostSeconds);
  }

  private static OptionalLong decimal(@Nullable ConfigValue value, int decimals, double most) {
    var text = value == null ? "" : String.valueOf(value.unwrapped());
    try {
      var number = text.length() > LONGEST ? BigDecimal.ONE.negate() : new BigDecimal(text);
      return number.signum() < 0 || number.compareTo(BigDecimal.valueOf(most)) > 0
          ? OptionalLong.empty()
          : OptionalLong.of(number.movePointRight(decimals).longValueExact());
    } catch (ArithmeticException | NumberFormatException refused) {
      return OptionalLong.empty();
    }
  }
}
