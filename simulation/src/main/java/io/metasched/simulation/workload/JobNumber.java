package io.metasched.simulation.workload;

import java.util.regex.Pattern;

/** Names of jobs that are numbers. */
final class JobNumber {
  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,14}");

  private JobNumber() {}

  /** Whether a name is a number that a job can have. */
  static boolean isOne(String name) {
    return WHOLE.matcher(name).matches();
  }
}
