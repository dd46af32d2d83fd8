package io.metasched.simulation.workload.trace;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Identity of a line of {@code sacct}:
 *
 * <ul>
 *   <li>{@code 12}: a job;
 *   <li>{@code 12_3}: an element of an array;
 *   <li>{@code 12_[4-9]}: the elements of an array that wait together;
 *   <li>{@code 12+1}: a part of a heterogeneous job;
 *   <li>{@code 12.batch}, {@code 12_3.0}: a step of one of these.
 * </ul>
 *
 * @param job text before the step
 * @param number number of the job. For an element or a part, the number before {@code _} or {@code
 *     +} is followed by seven more digits: the element, below 5000000, or 5000000 plus the part
 * @param isStep whether the line is a step
 */
record SacctId(String job, long number, boolean isStep) {
  private static final long ELEMENTS = 10_000_000;
  private static final long FIRST_PART = 5_000_000;
  private static final Pattern PLAIN = Pattern.compile("(\\d{1,15})(\\..*)?");
  private static final Pattern COMPOUND =
      Pattern.compile(
          "(\\d{1,8})(?:_(\\d{1,7})|_\\[(\\d{1,7})[0-9,:%.-]*\\]|\\+(\\d{1,6}))(\\..*)?");

  /** Parses an identity; empty if it is invalid. */
  static Optional<SacctId> parse(String text) {
    var plain = PLAIN.matcher(text);
    if (plain.matches()) {
      var number = plain.group(1);
      return Optional.of(new SacctId(number, Long.parseLong(number), plain.group(2) != null));
    }
    var compound = COMPOUND.matcher(text);
    if (!compound.matches()) {
      return Optional.empty();
    }
    long job = Long.parseLong(compound.group(1)) * ELEMENTS;
    var element = compound.group(2) != null ? compound.group(2) : compound.group(3);
    long member =
        element != null ? Long.parseLong(element) : FIRST_PART + Long.parseLong(compound.group(4));
    if (element != null && member >= FIRST_PART) {
      return Optional.empty();
    }
    var step = compound.group(5);
    var own = step == null ? text : text.substring(0, text.length() - step.length());
    return Optional.of(new SacctId(own, job + member, step != null));
  }
}
