package io.metasched.service.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Durations in the formats of Slurm: {@code 90} minutes, {@code 1:30}, {@code 1:30:00}, {@code
 * 2-00:00:00}.
 */
final class TimeForms implements ITypeConverter<Duration> {
  private static final Pattern FORM =
      Pattern.compile("(?:(\\d{1,3})-)?(\\d{1,5})(?::(\\d{1,2}))?(?::(\\d{1,2}))?");

  @Override
  public Duration convert(String text) {
    return of(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "allowed is MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS or"
                        + " DAYS-HOURS[:MINUTES[:SECONDS]], given was '%s'".formatted(text)));
  }

  static Optional<Duration> of(String text) {
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
