package io.metasched.service.script;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Durations in the formats of Slurm: {@code 90} minutes, {@code 1:30}, {@code 1:30:00}, {@code
 * 2-00:00:00}.
 */
public final class TimeLimit {
  /** Formats, for messages. */
  public static final String ALLOWED =
      "MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS or DAYS-HOURS[:MINUTES[:SECONDS]]";

  /** Time limit of a job without one. */
  public static final Duration USUAL = Duration.ofMinutes(10);

  private static final Pattern FORM =
      Pattern.compile("(?:(\\d{1,3})-)?(\\d{1,5})(?::(\\d{1,2}))?(?::(\\d{1,2}))?");

  private TimeLimit() {}

  /** Parses a duration; empty for any other text and for a duration of 0. */
  public static Optional<Duration> parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long first = Long.parseLong(form.group(2));
    var second = Optional.ofNullable(form.group(3)).map(Long::parseLong);
    var third = Optional.ofNullable(form.group(4)).map(Long::parseLong);
    Duration time;
    if (form.group(1) != null) {
      time =
          Duration.ofDays(Long.parseLong(form.group(1)))
              .plusHours(first)
              .plusMinutes(second.orElse(0L))
              .plusSeconds(third.orElse(0L));
    } else if (third.isPresent()) {
      time = Duration.ofHours(first).plusMinutes(second.orElse(0L)).plusSeconds(third.get());
    } else {
      time = Duration.ofMinutes(first).plusSeconds(second.orElse(0L));
    }
    return time.isZero() ? Optional.empty() : Optional.of(time);
  }
}
