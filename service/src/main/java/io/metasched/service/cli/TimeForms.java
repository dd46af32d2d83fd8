package io.metasched.service.cli;

import io.metasched.service.script.TimeLimit;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as option values: see {@link TimeLimit}. */
final class TimeForms implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return TimeLimit.parse(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "allowed is %s, given was '%s'".formatted(TimeLimit.ALLOWED, text)));
  }
}
