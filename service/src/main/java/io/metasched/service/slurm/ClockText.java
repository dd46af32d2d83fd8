package io.metasched.service.slurm;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Times as users of Slurm write them, in the client's zone: {@code now+1hour}, {@code 16:30},
 * {@code 2026-12-24}, {@code 2026-12-24T16:30:00}, {@code tomorrow}.
 */
final class ClockText {
  private static final Pattern RELATIVE =
      Pattern.compile("now(?:([+-])(\\d{1,9})(seconds?|minutes?|hours?|days?|weeks?)?)?");

  private ClockText() {}

  /**
   * Parses a time.
   *
   * @param name name of the option or variable
   * @throws ClientFaultException for any other text
   */
  static Instant parse(String name, String text, Instant now, ZoneOffset zone) {
    try {
      return relative(text, now).orElseGet(() -> absolute(text, now, zone));
    } catch (DateTimeException | ArithmeticException e) {
      throw new ClientFaultException(
          "%s: a time such as now+1hour, 16:30 or 2026-12-24T16:30:00 is allowed, not '%s'"
              .formatted(name, text));
    }
  }

  private static Optional<Instant> relative(String text, Instant now) {
    var parts = RELATIVE.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    } else if (parts.group(1) == null) {
      return Optional.of(now);
    }
    long count = Long.parseLong(parts.group(2));
    var unit = parts.group(3) == null ? "s" : parts.group(3).substring(0, 1);
    var length =
        switch (unit) {
          case "m" -> Duration.ofMinutes(count);
          case "h" -> Duration.ofHours(count);
          case "d" -> Duration.ofDays(count);
          case "w" -> Duration.ofDays(7 * count);
          default -> Duration.ofSeconds(count);
        };
    return Optional.of(parts.group(1).equals("+") ? now.plus(length) : now.minus(length));
  }

  private static Instant absolute(String text, Instant now, ZoneOffset zone) {
    var today = now.atOffset(zone).toLocalDate();
    switch (text) {
      case "today", "midnight" -> {
        var at = today.atStartOfDay().toInstant(zone);
        return text.equals("today") ? at : later(today, LocalTime.MIDNIGHT, now, zone);
      }
      case "tomorrow" -> {
        return today.plusDays(1).atStartOfDay().toInstant(zone);
      }
      case "noon" -> {
        return later(today, LocalTime.NOON, now, zone);
      }
      default -> {
        if (text.matches("\\d{1,2}:\\d{2}(:\\d{2})?")) {
          return later(
              today, LocalTime.parse(text.length() % 3 == 2 ? text : "0" + text), now, zone);
        }
        var parts = text.split("T", 2);
        var day = LocalDate.parse(parts[0]);
        return day.atTime(parts.length == 1 ? LocalTime.MIDNIGHT : LocalTime.parse(parts[1]))
            .toInstant(zone);
      }
    }
  }

  /** Returns the next time at which clocks show a time of day. */
  private static Instant later(LocalDate today, LocalTime at, Instant now, ZoneOffset zone) {
    var time = today.atTime(at).toInstant(zone);
    return time.isBefore(now) ? time.plus(Duration.ofDays(1)) : time;
  }
}
