package io.metasched.service.site.slurm;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times and durations in the formats that Slurm prints with {@code SLURM_TIME_FORMAT=%s} and
 * accepts as input.
 */
final class SlurmTimes {
  private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");
  private static final Pattern DURATION =
      Pattern.compile("(?:(?<d>\\d{1,6})-)?(?:(?<h>\\d{1,6}):)?(?<m>\\d{1,6}):(?<s>\\d{1,6})");

  private SlurmTimes() {}

  /**
   * Parses a time in epoch seconds. Zero and words such as {@code N/A} and {@code Unknown} mean
   * that there is no time.
   */
  static Optional<Instant> time(String text) {
    var word = text.strip();
    if (!SECONDS.matcher(word).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.ofEpochSecond(Long.parseLong(word)))
          .filter(time -> time.getEpochSecond() > 0);
    } catch (DateTimeException beyondAllTimes) {
      return Optional.empty();
    }
  }

  /**
   * Parses a duration, such as {@code 1-02:00:00}, {@code 10:00} or {@code 0:30}. Words such as
   * {@code UNLIMITED} and {@code NOT_SET} mean that there is no duration.
   */
  static Optional<Duration> duration(String text) {
    var parts = DURATION.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofDays(number(parts.group("d")))
            .plusHours(number(parts.group("h")))
            .plusMinutes(number(parts.group("m")))
            .plusSeconds(number(parts.group("s"))));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** Returns a time in the input format of a command, independent of the time zone. */
  static String input(Instant time) {
    return "uts" + time.getEpochSecond();
  }
}
