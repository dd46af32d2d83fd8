package io.metasched.service.book;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;

/**
 * A time of day on some days of the week, in UTC.
 *
 * @param days on which it begins, in order; all of them where there are none
 * @param fromMinute the minute of the day at which it begins, from 0
 * @param toMinute the minute at which it ends; on the next day, where that is not later
 */
public record WeekTimes(List<DayOfWeek> days, int fromMinute, int toMinute) {
  /** Minutes of a day. */
  public static final int MINUTES = 24 * 60;

  /**
   * Sorts the days.
   *
   * @throws IllegalArgumentException for a minute that no day has
   */
  public WeekTimes {
    days = days.stream().distinct().sorted(Comparator.naturalOrder()).toList();
    if (fromMinute < 0 || fromMinute >= MINUTES || toMinute < 0 || toMinute > MINUTES) {
      throw new IllegalArgumentException(
          "a time of day is from 00:00 to 24:00, but there is %d to %d"
              .formatted(fromMinute, toMinute));
    }
  }

  /** Whether it begins on a day. */
  public boolean beginsOn(LocalDate day) {
    return days.isEmpty() || days.contains(day.getDayOfWeek());
  }

  /** How many minutes it lasts. */
  public int minutes() {
    return toMinute > fromMinute ? toMinute - fromMinute : toMinute + MINUTES - fromMinute;
  }

  /** Whether a time lies in it, having begun that day or the day before. */
  public boolean holds(Instant at) {
    var today = at.atOffset(ZoneOffset.UTC).toLocalDate();
    for (var day : List.of(today.minusDays(1), today)) {
      var begins = day.atStartOfDay(ZoneOffset.UTC).plusMinutes(fromMinute).toInstant();
      var ends = begins.plus(Duration.ofMinutes(minutes()));
      if (beginsOn(day) && !at.isBefore(begins) && at.isBefore(ends)) {
        return true;
      }
    }
    return false;
  }
}
