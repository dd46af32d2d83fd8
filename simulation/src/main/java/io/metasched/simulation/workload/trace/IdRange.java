package io.metasched.simulation.workload.trace;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Range of job ids from {@code first} to {@code last}, both included.
 *
 * @param first smallest id, at least 0
 * @param last largest id, at least {@code first}
 */
public record IdRange(long first, long last) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,15})-(\\d{1,15})");

  /** Range of all possible ids. */
  public static final IdRange ALL = new IdRange(0, Long.MAX_VALUE);

  /**
   * Checks the order of the bounds.
   *
   * @throws IllegalArgumentException if a bound is negative or the range is empty
   */
  public IdRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException(
          "job ids must be a range such as 1-1000, but are %d-%d".formatted(first, last));
    }
  }

  /** Parses a range written as {@code FIRST-LAST}; empty if it is invalid. */
  public static Optional<IdRange> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long first = Long.parseLong(matcher.group(1));
    long last = Long.parseLong(matcher.group(2));
    return first <= last ? Optional.of(new IdRange(first, last)) : Optional.empty();
  }

  /** Returns whether an id is in the range. */
  public boolean contains(long id) {
    return first <= id && id <= last;
  }

  @Override
  public String toString() {
    return equals(ALL) ? "all" : first + "-" + last;
  }
}
