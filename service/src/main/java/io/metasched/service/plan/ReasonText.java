package io.metasched.service.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Numbers of a reason in readable form. */
public final class ReasonText {
  private static final int LEAST_COUNT = 2; // least number of a unit: 60 minutes, not 1 hour
  private static final int EXACT = 100; // up to a hundredth may be lost by rounding

  private record Unit(long millis, String name) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit(Duration.ofDays(1).toMillis(), "days"),
          new Unit(Duration.ofHours(1).toMillis(), "hours"),
          new Unit(Duration.ofMinutes(1).toMillis(), "minutes"));

  private ReasonText() {}

  /** Returns a duration in the largest unit that loses no more than a hundredth by rounding. */
  static String length(long millis) {
    for (var unit : UNITS) {
      long count = Math.round((double) millis / unit.millis());
      if (count >= LEAST_COUNT && Math.abs(millis - count * unit.millis()) * EXACT <= millis) {
        return count + " " + unit.name();
      }
    }
    return seconds(millis);
  }

  private static String seconds(long millis) {
    boolean isShort = millis < Duration.ofSeconds(10).toMillis();
    var seconds = BigDecimal.valueOf(millis, 3).setScale(isShort ? 3 : 0, RoundingMode.DOWN);
    var text = seconds.stripTrailingZeros().toPlainString();
    return text + (text.equals("1") ? " second" : " seconds");
  }

  /**
   * Returns a text with two durations, exact if their rounded texts would be equal.
   *
   * @param form format of the text for both
   * @param longer longer duration, in milliseconds
   * @param shorter shorter duration, in milliseconds
   */
  static String lengths(String form, long longer, long shorter) {
    var one = length(longer);
    var other = length(Math.max(0, shorter));
    return one.equals(other)
        ? form.formatted(exact(longer), exact(Math.max(0, shorter)))
        : form.formatted(one, other);
  }

  private static String exact(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + " seconds";
  }

  /** Returns a time in UTC. */
  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns a number of nodes as text. */
  static String nodes(long count) {
    return count(count, "node");
  }

  /** Returns a number of things as text, such as {@code 1 job} or {@code 2 jobs}. */
  public static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
