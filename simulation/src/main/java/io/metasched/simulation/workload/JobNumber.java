package io.metasched.simulation.workload;

import java.util.regex.Pattern;

/** Job names that are numbers. */
final class JobNumber {
  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,14}");

  private JobNumber() {}

  /** Returns whether a name is a valid job number. */
  static boolean isOne(String name) {
    return WHOLE.matcher(name).matches();
  }
}
