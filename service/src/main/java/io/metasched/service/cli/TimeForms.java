package io.metasched.service.cli;

import io.metasched.service.script.TimeLimit;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/** Durations as option values: those of {@link TimeLimit}, or in ISO 8601 as in the API. */
final class TimeForms implements ITypeConverter<Duration> {
  /** Formats, for descriptions of options and for messages. */
  static final String ALLOWED = TimeLimit.ALLOWED + ", or ISO 8601 such as PT90M or P365D";

  @Override
  public Duration convert(String text) {
    return TimeLimit.parse(text)
        .or(() -> OptionForms.iso(text).filter(time -> !time.isZero()))
        .orElseThrow(() -> OptionForms.wrong(ALLOWED, text));
  }
}
