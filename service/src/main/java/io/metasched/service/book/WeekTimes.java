package io.metasched.service.book;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;

/**
 * Time of day on certain days of the week, in UTC.
 *
 * @param days days on which the time begins, in order; empty for all days
 * @param fromMinute first minute of the day, from 0
 * @param toMinute minute of the end, exclusive; on the next day if not later than {@code
 *     fromMinute}
 */
public record WeekTimes(List<DayOfWeek> days, int fromMinute, int toMinute) {
  /** Minutes of a day. */
  public static final int MINUTES = 24 * 60;

  private static final int DAYS = 7;

  /**
   * Sorts the days.
   *
   * @throws IllegalArgumentException for a minute outside a day
   */
  public WeekTimes {
    days = days.stream().distinct().sorted(Comparator.naturalOrder()).toList();
    if (fromMinute < 0 || fromMinute >= MINUTES || toMinute < 0 || toMinute > MINUTES) {
      throw new IllegalArgumentException(
          "a time of day is from 00:00 to 24:00, but the minutes are %d to %d"
              .formatted(fromMinute, toMinute));
    }
  }

  /** Returns whether the times begin on a day. */
  public boolean beginsOn(LocalDate day) {
    return days.isEmpty() || days.contains(day.getDayOfWeek());
  }

  /** Returns the length in minutes. */
  public int minutes() {
    return toMinute > fromMinute ? toMinute - fromMinute : toMinute + MINUTES - fromMinute;
  }

  /** Returns whether an instant is in one of the times, which may have begun on the day before. */
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

  /** Returns how often the time begins in a week. */
  public int beginsInWeek() {
    return days.isEmpty() ? DAYS : days.size();
  }
}
