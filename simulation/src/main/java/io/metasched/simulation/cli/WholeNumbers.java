package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.scenario.UsageException;

/** Options that take a whole number; a refusal says what is allowed and what was given. */
final class WholeNumbers {
  private WholeNumbers() {}

  /**
   * The number an option was given.
   *
   * @throws UsageException for anything but a whole number in [least, most]
   */
  static long inRange(String option, String given, long least, long most) {
    try {
      long number = Long.parseLong(given);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException noNumber) { // said below
    }
    throw new UsageException(
        "%s: must be a whole number from %d to %d, but is %s"
            .formatted(option, least, most, PrintableText.quoted(given)));
  }
}
