package io.metasched.service.book;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
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

  private static final int DAYS = 7;

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
    long minute = Math.floorDiv(at.getEpochSecond(), 60L);
    long today = Math.floorDiv(minute, (long) MINUTES);
    long ofDay = minute - today * MINUTES;
    return (ofDay >= fromMinute && ofDay < fromMinute + minutes() && beginsOn(today))
        || (ofDay + MINUTES < fromMinute + minutes() && beginsOn(today - 1));
  }

  private boolean beginsOn(long epochDay) {
    // 1970-01-01 was a Thursday
    return days.isEmpty() || days.contains(DayOfWeek.THURSDAY.plus(epochDay % DAYS));
  }

  /** Returns the number of times that it begins in a week. */
  public int beginsInWeek() {
    return days.isEmpty() ? DAYS : days.size();
  }
}
