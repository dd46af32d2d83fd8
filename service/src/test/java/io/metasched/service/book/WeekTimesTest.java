package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Times of the week, against the calendar of the JDK. */
final class WeekTimesTest {
  private static boolean holds(WeekTimes when, Instant at) {
    var today = at.atOffset(ZoneOffset.UTC).toLocalDate();
    return List.of(today.minusDays(1), today).stream()
        .filter(when::beginsOn)
        .map(day -> day.atStartOfDay(ZoneOffset.UTC).plusMinutes(when.fromMinute()).toInstant())
        .anyMatch(
            begin ->
                !at.isBefore(begin) && at.isBefore(begin.plus(Duration.ofMinutes(when.minutes()))));
  }

  @Test
  void aTimeLiesInThemAsTheCalendarSays() {
    var random = new Random(1);
    int held = 0;
    for (int i = 0; i < 20_000; i++) {
      var days = Arrays.stream(DayOfWeek.values()).filter(day -> random.nextInt(3) == 0).toList();
      var when = new WeekTimes(days, random.nextInt(1440), random.nextInt(1441));
      long second =
          random.nextInt(2) == 0 ? random.nextInt() : random.nextLong(-60L << 30, 60L << 32);
      // at its bounds as often as between them
      var at =
          random.nextInt(2) == 0
              ? Instant.ofEpochSecond(second, random.nextInt(1_000_000_000))
              : Instant.ofEpochSecond(
                  Math.floorDiv(second, 86_400L) * 86_400L + when.fromMinute() * 60L);
      assertThat(when.holds(at)).as("%s at %s", when, at).isEqualTo(holds(when, at));
      held += when.holds(at) ? 1 : 0;
    }
    assertThat(held).isBetween(2000, 18_000);
  }

  @Test
  void withoutDaysTheyBeginOnEachOfTheWeek() {
    assertThat(new WeekTimes(List.of(), 0, 60).beginsInWeek()).isEqualTo(7);
    assertThat(new WeekTimes(List.of(DayOfWeek.MONDAY), 0, 60).beginsInWeek()).isEqualTo(1);
  }
}
