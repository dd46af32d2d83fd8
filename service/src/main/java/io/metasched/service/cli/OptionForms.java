package io.metasched.service.cli;

import io.metasched.resource.model.Properties;
import io.metasched.service.api.ApiTime;
import io.metasched.service.book.Grant;
import io.metasched.service.book.Money;
import io.metasched.service.book.Transition;
import io.metasched.service.slurm.MailTypes;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Formats of option values. Invalid values are rejected before any request. */
final class OptionForms {
  /** Value that removes a limit, for options that support it. */
  static final String NONE = "none";

  private static final String AMOUNT =
      "an amount with up to three decimals and 15 digits before them, such as 12.5";

  private OptionForms() {}

  /** Returns the exception for an invalid value. */
  static TypeConversionException wrong(String allowed, String given) {
    return new TypeConversionException("allowed is %s, given was '%s'".formatted(allowed, given));
  }

  /** Parses an ISO 8601 duration; empty for any other text and for a duration below 0. */
  static Optional<Duration> iso(String text) {
    try {
      return Optional.of(Duration.parse(text)).filter(duration -> !duration.isNegative());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isTime(String text) {
    return ApiTime.parse(text).isPresent();
  }

  private static boolean isAmount(String text) {
    return Money.parse(text).isPresent();
  }

  /** Text that is sent unchanged. */
  private abstract static class Form implements ITypeConverter<String> {
    private final Predicate<String> isRight;
    private final String allowed;

    Form(Predicate<String> isRight, String allowed) {
      this.isRight = isRight;
      this.allowed = allowed;
    }

    @Override
    public String convert(String text) {
      if (!isRight.test(text)) {
        throw wrong(allowed, text);
      }
      return text;
    }
  }

  /** Types of mails, sent as the transitions for which they stand. */
  static final class Mails implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return MailTypes.parse(text).orElseThrow(() -> wrong(MailTypes.ALLOWED, text)).stream()
          .map(Transition::label)
          .collect(Collectors.joining(","));
    }
  }

  /** Time in UTC. */
  static final class Time extends Form {
    Time() {
      super(OptionForms::isTime, ApiTime.ALLOWED);
    }
  }

  /** Time in UTC, or none. */
  static final class TimeOrNone extends Form {
    TimeOrNone() {
      super(text -> text.equals(NONE) || isTime(text), ApiTime.ALLOWED + ", or 'none'");
    }
  }

  /** Amount of money. */
  static final class Amount extends Form {
    Amount() {
      super(OptionForms::isAmount, AMOUNT);
    }
  }

  /** Amount of money, or none. */
  static final class AmountOrNone extends Form {
    AmountOrNone() {
      super(text -> text.equals(NONE) || isAmount(text), AMOUNT + ", or 'none'");
    }
  }

  /** Period of a grant. */
  static final class Period extends Form {
    Period() {
      super(text -> Grant.Period.of(text).isPresent(), "weekly, monthly or yearly");
    }
  }

  /** Time zone of a grant. */
  static final class Zone extends Form {
    Zone() {
      super(text -> Grant.zone(text).isPresent(), "a time zone such as Europe/Berlin");
    }
  }

  /** First day of a grant. */
  static final class Day extends Form {
    Day() {
      super(text -> Grant.day(text).isPresent(), Grant.DAYS);
    }
  }

  /** Limit of an account. */
  static final class Limit extends Form {
    private static final Pattern FORM =
        Pattern.compile("((waiting|running|nodes)=(\\d{1,7}|none))|priority=(-?\\d{1,4}|none)");

    Limit() {
      super(FORM.asMatchPredicate(), "waiting, running, nodes or priority, then =NUMBER or =none");
    }
  }

  /** Name of a variable, with or without a value. */
  static final class Variable extends Form {
    private static final Pattern FORM = Pattern.compile("[A-Za-z_]\\w*(=.*)?", Pattern.DOTALL);

    Variable() {
      super(FORM.asMatchPredicate(), "NAME=VALUE, or NAME for its value in this environment");
    }
  }

  /** ISO 8601 duration of at least 0. */
  static final class IsoDuration implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return iso(text)
          .orElseThrow(() -> wrong("an ISO 8601 duration, such as PT10M or PT24H", text));
    }
  }

  /** Property of nodes, or a comparison of its value. */
  static final class Demand implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        return Properties.demand(text);
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()), text);
      }
    }
  }

  /** Memory in bytes: a number with a unit; each unit is 1024 times the previous one. */
  static final class Memory implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})([KMGT])i?B?");
    private static final String UNITS = "KMGT";

    @Override
    public Long convert(String text) {
      var form = FORM.matcher(text);
      if (form.matches()) {
        long number = Long.parseLong(form.group(1));
        int exponent = 10 * (UNITS.indexOf(form.group(2)) + 1);
        if (number <= Long.MAX_VALUE >> exponent) {
          return number << exponent;
        }
      }
      throw wrong("a whole number with K, M, G or T, such as 512M", text);
    }
  }
}
