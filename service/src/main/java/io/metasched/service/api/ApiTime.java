package io.metasched.service.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Times in bodies and parameters of requests. */
public final class ApiTime {
  /** Description of the allowed values. */
  public static final String ALLOWED = "a time in UTC, such as \"2026-12-01T18:00:00Z\"";

  // outside these bounds, times in milliseconds or calculations with them would overflow
  private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private ApiTime() {}

  /** Parses a time; empty if the text is invalid, or the year is not in 0 to 9999. */
  public static Optional<Instant> parse(String text) {
    try {
      var time = Instant.parse(text);
      return Optional.of(time).filter(at -> !at.isBefore(EARLIEST) && !at.isAfter(LATEST));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
