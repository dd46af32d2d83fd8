package io.metasched.simulation.options;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.scenario.UsageException;

/**
 * Parser of options that take a whole number. The message of a refusal contains the allowed range
 * and the given value.
 */
public final class WholeNumbers {
  private WholeNumbers() {}

  /**
   * Returns the number given for an option.
   *
   * @throws UsageException for anything but a whole number in [least, most]
   */
  public static long inRange(String option, String given, long least, long most) {
    try {
      long number = Long.parseLong(given);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException noNumber) { // reported below
    }
    throw new UsageException(
        "%s: must be a whole number from %d to %d, but is %s"
            .formatted(option, least, most, PrintableText.quoted(given)));
  }
}
