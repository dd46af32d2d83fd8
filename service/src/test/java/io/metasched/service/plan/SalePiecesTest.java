package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.NodePolicy.Tariff;
import io.metasched.service.book.WallTicks;
import io.metasched.service.book.WeekTimes;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SalePiecesTest {
  private static final WallTicks TICKS = new WallTicks(Instant.parse("2026-01-07T13:20:00Z"));
  private static final long MINUTE = 60_000;

  private static WeekTimes times(String from, String to, DayOfWeek... days) {
    return new WeekTimes(List.of(days), minute(from), minute(to));
  }

  private static int minute(String text) {
    return Integer.parseInt(text.substring(0, 2)) * 60 + Integer.parseInt(text.substring(3));
  }

  @Test
  void aNightTariffHoldsOverMidnight() {
    var night = new Tariff(times("22:00", "06:00"), 5);
    var policy = new NodePolicy("n", 10, List.of(night), 0, true, List.of());
    var day = new Span(0, Duration.ofDays(1).toMillis());

    var pieces = new SalePieces(policy, TICKS).of(day, 0);

    assertThat(pieces)
        .extracting(piece -> TICKS.instant(piece.span().start()) + " " + piece.priceMilli())
        .containsExactly(
            "2026-01-07T13:20:00Z 10", "2026-01-07T22:00:00Z 5", "2026-01-08T06:00:00Z 10");
  }

  @Test
  void nothingIsSoldSoonerThanItsLeadOrWhereNothingIsForSale() {
    var later = new NodePolicy("n", 10, List.of(), 5000, true, List.of());
    var never = new NodePolicy("n", 10, List.of(), 0, false, List.of());
    var span = new Span(1000, 20_000);

    assertThat(new SalePieces(later, TICKS).of(span, 3000))
        .containsExactly(new SalePieces.Piece(new Span(8000, 20_000), 10));
    assertThat(new SalePieces(later, TICKS).of(span, 15_000)).isEmpty();
    assertThat(new SalePieces(never, TICKS).of(span, 0)).isEmpty();
  }

  /** Returns whether the times of the week include an instant, according to the calendar. */
  private static boolean holds(WeekTimes when, OffsetDateTime at) {
    int minute = at.getHour() * 60 + at.getMinute();
    boolean today = when.days().isEmpty() || when.days().contains(at.getDayOfWeek());
    boolean yesterday = when.days().isEmpty() || when.days().contains(at.getDayOfWeek().minus(1));
    if (when.fromMinute() < when.toMinute()) {
      return today && when.fromMinute() <= minute && minute < when.toMinute();
    }
    return (today && minute >= when.fromMinute()) || (yesterday && minute < when.toMinute());
  }

  private static WeekTimes draw(Random random) {
    var days = new ArrayList<DayOfWeek>();
    for (var day : DayOfWeek.values()) {
      if (random.nextInt(3) == 0) {
        days.add(day);
      }
    }
    return new WeekTimes(days, random.nextInt(1440), random.nextInt(1441));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void thePiecesAreWhatTheCalendarSaysMinuteByMinute(long seed) {
    var random = new Random(seed);
    var tariffs = new ArrayList<Tariff>();
    var sale = new ArrayList<WeekTimes>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      tariffs.add(new Tariff(draw(random), 1 + random.nextInt(3)));
      if (random.nextBoolean()) {
        sale.add(draw(random));
      }
    }
    var policy = new NodePolicy("n", 9, tariffs, 0, true, sale);
    var span = new Span(random.nextInt(10_000), Duration.ofDays(9).toMillis());
    var pieces = new SalePieces(policy, TICKS).of(span, 0);

    long last = -1;
    for (var piece : pieces) {
      assertThat(piece.span().start()).isGreaterThanOrEqualTo(last);
      assertThat(span.contains(piece.span())).isTrue();
      last = piece.span().end();
    }
    for (long tick = 10_000; tick < span.end(); tick += MINUTE) {
      long at = tick;
      var time = TICKS.instant(tick).atOffset(ZoneOffset.UTC);
      boolean sold = sale.isEmpty() || sale.stream().anyMatch(when -> holds(when, time));
      long price =
          tariffs.stream()
              .filter(tariff -> holds(tariff.when(), time))
              .map(Tariff::priceMilli)
              .findFirst()
              .orElse(9L);
      var there =
          pieces.stream()
              .filter(piece -> piece.span().start() <= at && at < piece.span().end())
              .toList();
      assertThat(there).as("%s", time).hasSize(sold ? 1 : 0);
      there.forEach(piece -> assertThat(piece.priceMilli()).isEqualTo(price));
    }
  }

  private static List<String> pieces(NodePolicy policy, Span span) {
    return new SalePieces(policy, TICKS)
        .of(span, 0).stream()
            .map(
                piece ->
                    "%s to %s for %d"
                        .formatted(
                            TICKS.instant(piece.span().start()),
                            TICKS.instant(piece.span().end()),
                            piece.priceMilli()))
            .toList();
  }

  @Test
  void timeOfOnePriceIsOnePieceWhereverATariffBegins() {
    var same = new Tariff(times("22:00", "06:00"), 10);
    var policy = new NodePolicy("n", 10, List.of(same), 0, true, List.of());

    assertThat(pieces(policy, new Span(0, Duration.ofDays(1).toMillis())))
        .containsExactly("2026-01-07T13:20:00Z to 2026-01-08T13:20:00Z for 10");
  }

  @Test
  void aNodeWithoutTariffsSellsItsTimesOfSaleAlone() {
    var policy = new NodePolicy("n", 10, List.of(), 0, true, List.of(times("08:00", "18:00")));
    var span = new Span(0, Duration.ofDays(1).toMillis());

    assertThat(pieces(policy, span))
        .containsExactly(
            "2026-01-07T13:20:00Z to 2026-01-07T18:00:00Z for 10",
            "2026-01-08T08:00:00Z to 2026-01-08T13:20:00Z for 10");
    var node = new Node(0, 0, 1, 7, 0, List.of());
    var sale = new NodeSale(node, Optional.of(new SalePieces(policy, TICKS)), 0, 0, false);
    assertThat(sale.offer(span, 0))
        .containsExactly(
            new Slot(node, new Span(0, 280 * MINUTE), 10),
            new Slot(node, new Span(1120 * MINUTE, 1440 * MINUTE), 10));
  }

  private static OptionalLong longestMinutes(NodePolicy policy) {
    var longest = new SalePieces(policy, TICKS).longest();
    return longest.isPresent() ? OptionalLong.of(longest.getAsLong() / MINUTE) : longest;
  }

  @Test
  void theLongestTimeAtOnePriceIsThatOfAWholeWeekAlsoWhereNothingIsSoldSoon() {
    var night = List.of(new Tariff(times("22:00", "06:00"), 5));
    long tenDays = Duration.ofDays(10).toMillis();
    var wholeDay = List.of(times("00:00", "24:00"));
    var workdays = List.of(times("08:00", "18:00", DayOfWeek.MONDAY, DayOfWeek.FRIDAY));

    assertThat(longestMinutes(NodePolicy.simple("n", 10))).isEmpty();
    assertThat(longestMinutes(new NodePolicy("n", 10, night, tenDays, true, List.of())))
        .hasValue(16 * 60);
    assertThat(longestMinutes(new NodePolicy("n", 10, List.of(), 0, true, workdays)))
        .hasValue(10 * 60);
    assertThat(longestMinutes(new NodePolicy("n", 10, List.of(), 0, true, wholeDay))).isEmpty();
    assertThat(longestMinutes(new NodePolicy("n", 10, night, 0, false, List.of()))).isEmpty();
  }
}
