package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of the week, compared with the calendar of the JDK. */
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
      // at the bounds of the time as often as between the bounds
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

  @ParameterizedTest
  @CsvSource({"480, 1080, 600", "1320, 360, 480", "0, 0, 1440", "480, 480, 1440", "0, 1440, 1440"})
  void theyEndOnTheNextDayWhereTheirEndIsNotLater(int from, int to, int minutes) {
    assertThat(new WeekTimes(List.of(), from, to).minutes()).isEqualTo(minutes);
  }

  @ParameterizedTest
  @CsvSource({
    "480, 1080, 07:59:59.999, false",
    "480, 1080, 08:00:00, true",
    "480, 1080, 17:59:59.999, true",
    "480, 1080, 18:00:00, false",
    "1320, 360, 21:59:59.999, false",
    "1320, 360, 22:00:00, true",
    "1320, 360, 05:59:59.999, true",
    "1320, 360, 06:00:00, false"
  })
  void aTimeLiesInThemFromTheirBeginUntilTheirEnd(int from, int to, String time, boolean isIn) {
    var at = Instant.parse("2026-01-07T" + time + "Z");

    assertThat(new WeekTimes(List.of(), from, to).holds(at)).isEqualTo(isIn);
  }

  @Test
  void aMinuteIsOneOfADay() {
    assertThat(new WeekTimes(List.of(), 1439, 1440).minutes()).isEqualTo(1);
    for (var wrong : List.of(List.of(-1, 0), List.of(1440, 0), List.of(0, -1), List.of(0, 1441))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new WeekTimes(List.of(), wrong.get(0), wrong.get(1)));
    }
  }
}
