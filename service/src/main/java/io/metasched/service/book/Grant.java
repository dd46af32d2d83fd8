package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;

/**
 * Money that an account is granted in each period.
 *
 * @param milli amount of each period, in 1/1000
 * @param zone time zone in which a period begins at the start of a day
 * @param from day on which the first period begins
 * @param carriesOver whether money that is not spent in a period remains; otherwise, it lapses
 */
public record Grant(long milli, Period period, String zone, LocalDate from, boolean carriesOver) {
  private static final int FIRST_YEAR = 2000;
  private static final int LAST_YEAR = 2099;

  /** Allowed first days, as a text. */
  public static final String DAYS =
      "a day from %d-01-01 to %d-12-31".formatted(FIRST_YEAR, LAST_YEAR);

  /** Length of a period. */
  public enum Period {
    WEEKLY,
    /** A period begins on the day of the first one, or on the last day of a shorter month. */
    MONTHLY,
    YEARLY;

    /** Returns the external name. */
    public String label() {
      return EnumLabel.of(this);
    }

    /** Returns the period with an external name. */
    public static Optional<Period> of(String label) {
      return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }
  }

  /** Returns the time zone of a name; empty if there is none. */
  public static Optional<ZoneId> zone(String name) {
    try {
      return Optional.of(ZoneId.of(name));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the day of a text; empty for an invalid day or a day out of {@link #DAYS}. */
  public static Optional<LocalDate> day(String text) {
    try {
      return Optional.of(LocalDate.parse(text))
          .filter(day -> day.getYear() >= FIRST_YEAR && day.getYear() <= LAST_YEAR);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the start of a period; period 0 is the first one. */
  public Instant start(long number) {
    // counted from the first day, so that a short month does not move all later periods
    var day =
        switch (period) {
          case WEEKLY -> from.plusWeeks(number);
          case MONTHLY -> from.plusMonths(number);
          case YEARLY -> from.plusYears(number);
        };
    return day.atStartOfDay(ZoneId.of(zone)).toInstant();
  }

  /** Returns the number of the period that contains an instant; 0 before the first one. */
  long numberAt(Instant now) {
    long number = 0;
    while (!start(number + 1).isAfter(now)) {
      number++;
    }
    return number;
  }

  /** Returns a copy with another first day. */
  public Grant withFrom(LocalDate day) {
    return new Grant(milli, period, zone, day, carriesOver);
  }

  /** Returns whether the periods of another grant begin at the same times. */
  public boolean hasPeriodsOf(Grant other) {
    return period == other.period && zone.equals(other.zone) && from.equals(other.from);
  }
}
