package io.metasched.service.site.slurm;

import java.time.DayOfWeek;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * Recurrence of a reservation, named by one of its flags. At the end of a reservation, Slurm moves
 * it to the next time in the controller's time zone.
 */
enum Recurrence {
  HOURLY,
  DAILY,
  /** Monday to Friday. */
  WEEKDAY,
  /** Saturday and Sunday. */
  WEEKEND,
  WEEKLY;

  /** Returns the recurrence of a reservation with these flags; empty if it does not recur. */
  static Optional<Recurrence> of(Collection<String> flags) {
    return Arrays.stream(values()).filter(each -> flags.contains(each.name())).findFirst();
  }

  /** Returns the time after this one. */
  ZonedDateTime next(ZonedDateTime time) {
    return switch (this) {
      case HOURLY -> time.plusHours(1);
      case DAILY -> time.plusDays(1);
      case WEEKDAY -> nextDay(time, false);
      case WEEKEND -> nextDay(time, true);
      case WEEKLY -> time.plusWeeks(1);
    };
  }

  private static ZonedDateTime nextDay(ZonedDateTime time, boolean isWeekend) {
    var next = time.plusDays(1);
    while (next.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) > 0 != isWeekend) {
      next = next.plusDays(1);
    }
    return next;
  }
}
