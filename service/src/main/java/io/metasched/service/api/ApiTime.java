package io.metasched.service.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Times as requests have them, whether in a body or in a parameter. */
public final class ApiTime {
  /** What is allowed, in words. */
  public static final String ALLOWED = "a time in UTC, such as \"2026-12-01T18:00:00Z\"";

  // beyond these a time is no number of milliseconds, or not one to count with
  private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private ApiTime() {}

  /** The time; empty where the text is none, or lies outside of the years 0 to 9999. */
  public static Optional<Instant> parse(String text) {
    try {
      var time = Instant.parse(text);
      return Optional.of(time).filter(at -> !at.isBefore(EARLIEST) && !at.isAfter(LATEST));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
