package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.Grant.Period;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Periods of a grant, compared with a count of days and a search for the start of a day. */
final class GrantTest {
  private static final List<Period> PERIODS = List.of(Period.values());
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Berlin",
          "America/New_York",
          "America/Sao_Paulo",
          "Asia/Kathmandu",
          "Asia/Tokyo",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "+05:45");

  private static Grant grant(Period period, String zone, String from) {
    return new Grant(1, period, zone, LocalDate.parse(from), false);
  }

  @Test
  void aMonthBeginsOnTheFirstDaysNumberOrTheLastDayOfAShorterMonth() {
    var grant = grant(Period.MONTHLY, "Europe/Berlin", "2026-01-31");

    assertThat(grant.start(0)).isEqualTo("2026-01-30T23:00:00Z");
    assertThat(grant.start(1)).isEqualTo("2026-02-27T23:00:00Z");
    assertThat(grant.start(2)).isEqualTo("2026-03-30T22:00:00Z"); // daylight saving time
    assertThat(grant.start(3)).isEqualTo("2026-04-29T22:00:00Z");
    assertThat(grant.start(9)).isEqualTo("2026-10-30T23:00:00Z");
    assertThat(grant.start(25)).isEqualTo("2028-02-28T23:00:00Z"); // a leap year
  }

  @Test
  void aDayWithoutAMidnightBeginsAfterTheGap() {
    var grant = grant(Period.WEEKLY, "America/Sao_Paulo", "2018-11-04"); // no 0:00 to 1:00

    assertThat(grant.start(0)).isEqualTo("2018-11-04T03:00:00Z");
    assertThat(grant.start(1)).isEqualTo("2018-11-11T02:00:00Z");
  }

  @Test
  void aYearFromALeapDayBeginsInFebruary() {
    var grant = grant(Period.YEARLY, "UTC", "2028-02-29");

    assertThat(grant.start(1)).isEqualTo("2029-02-28T00:00:00Z");
    assertThat(grant.start(4)).isEqualTo("2032-02-29T00:00:00Z");
  }

  @Test
  void aGrantFromThePastIsPaidFromThePresentPeriodAndKeepsItsPlace() {
    var grant = grant(Period.MONTHLY, "Europe/Berlin", "2026-01-01");
    var now = Instant.parse("2026-12-17T12:00:00Z");
    var more = new Grant(2, Period.MONTHLY, "Europe/Berlin", grant.from(), true);
    var other = grant(Period.MONTHLY, "UTC", "2027-01-01");

    var granted = GrantRecord.of(grant, Optional.empty(), now);

    assertThat(granted.next()).isEqualTo(11);
    var paid = Optional.of(new GrantRecord(grant, 12));
    assertThat(GrantRecord.of(more, paid, now)).isEqualTo(new GrantRecord(more, 12));
    assertThat(GrantRecord.of(other, paid, now)).isEqualTo(new GrantRecord(other, 0));
  }

  @Test
  void daysAndZonesAreRead() {
    assertThat(Grant.day("2000-01-01")).contains(LocalDate.parse("2000-01-01"));
    assertThat(Grant.day("2099-12-31")).contains(LocalDate.parse("2099-12-31"));
    assertThat(List.of("1999-12-31", "2100-01-01", "2026-02-29", "today", ""))
        .allSatisfy(text -> assertThat(Grant.day(text)).isEmpty());
    assertThat(Grant.zone("Europe/Berlin")).contains(ZoneId.of("Europe/Berlin"));
    assertThat(Grant.zone("Nowhere/City")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void periodsBeginAsCountedByHand(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      var from = LocalDate.parse("2010-01-01").plusDays(random.nextInt(7300));
      var zone = ZONES.get(random.nextInt(ZONES.size()));
      var period = PERIODS.get(random.nextInt(3));
      var grant = new Grant(1, period, zone, from, random.nextBoolean());
      int number = random.nextInt(60);

      assertThat(grant.start(number))
          .as("period %d of %s", number, grant)
          .isEqualTo(startOfDay(naiveDay(grant, number), ZoneId.of(zone)));
      assertThat(grant.start(number + 1L)).isAfter(grant.start(number));
      assertThat(grant.numberAt(grant.start(number))).isEqualTo(number);
      assertThat(grant.numberAt(grant.start(number + 1L).minusMillis(1))).isEqualTo(number);
    }
  }

  private static LocalDate naiveDay(Grant grant, int number) {
    var from = grant.from();
    if (grant.period() == Period.WEEKLY) {
      return LocalDate.ofEpochDay(from.toEpochDay() + 7L * number);
    }
    int months = grant.period() == Period.MONTHLY ? number : 12 * number;
    int month = from.getMonthValue() - 1 + months;
    int year = from.getYear() + month / 12;
    int first = month % 12 + 1;
    return LocalDate.of(year, first, Math.min(from.getDayOfMonth(), days(year, first)));
  }

  private static int days(int year, int month) {
    boolean isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return switch (month) {
      case 2 -> isLeap ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Searches the first instant that has the day in a zone; all zones change at quarters. */
  private static Instant startOfDay(LocalDate day, ZoneId zone) {
    var at = day.atStartOfDay(ZoneOffset.UTC).toInstant().minus(Duration.ofHours(15));
    while (LocalDate.ofInstant(at, zone).isBefore(day)) {
      at = at.plus(Duration.ofMinutes(15));
    }
    return at;
  }
}
