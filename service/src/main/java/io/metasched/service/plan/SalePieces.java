package io.metasched.service.plan;

import io.metasched.resource.model.Span;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.WallTicks;
import io.metasched.service.book.WeekTimes;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Time of a span that an owner sells under a policy, with prices. */
record SalePieces(NodePolicy policy, WallTicks ticks) {
  /**
   * Time sold at one price.
   *
   * @param priceMilli price per second, in 1/1000
   */
  record Piece(Span span, long priceMilli) {}

  /**
   * Returns the pieces of a span that are for sale at {@code now}, in order; adjacent pieces differ
   * in price.
   */
  List<Piece> of(Span span, long now) {
    long from = Math.max(span.start(), now + policy.leastLeadMillis());
    if (!policy.forSale() || from >= span.end()) {
      return List.of();
    }
    if (policy.tariffs().isEmpty() && policy.saleTimes().isEmpty()) {
      return List.of(new Piece(new Span(from, span.end()), policy.priceMilli()));
    }
    var bounds = bounds(from, span.end());
    var pieces = new ArrayList<Piece>();
    long start = from;
    for (long end : bounds) {
      if (policy.isForSaleAt(ticks.instant(start))) {
        add(pieces, start, end, priceMilli(start));
      }
      start = end;
    }
    return pieces;
  }

  /**
   * Returns the longest time ever sold at one price under the policy, which repeats weekly, in
   * ticks. Empty if this time is unlimited, or if nothing is sold at present.
   */
  OptionalLong longest() {
    if (policy.tariffs().isEmpty() && policy.saleTimes().isEmpty()) {
      return OptionalLong.empty();
    }
    var weeks = new Span(0, Duration.ofDays(21).toMillis());
    var longest =
        of(weeks, -policy.leastLeadMillis()).stream()
            .mapToLong(piece -> piece.span().lengthTicks())
            .max();
    return longest.isPresent() && longest.getAsLong() > Duration.ofDays(7).toMillis()
        ? OptionalLong.empty()
        : longest;
  }

  private static void add(List<Piece> pieces, long start, long end, long priceMilli) {
    int last = pieces.size() - 1;
    if (last >= 0
        && pieces.get(last).span().end() == start
        && pieces.get(last).priceMilli() == priceMilli) {
      pieces.set(last, new Piece(new Span(pieces.get(last).span().start(), end), priceMilli));
    } else {
      pieces.add(new Piece(new Span(start, end), priceMilli));
    }
  }

  /** Returns the ticks inside a span at which the policy may change, and the end of the span. */
  private Set<Long> bounds(long from, long end) {
    Set<Long> bounds = new TreeSet<>();
    policy.tariffs().forEach(tariff -> addBounds(tariff.when(), from, end, bounds));
    policy.saleTimes().forEach(when -> addBounds(when, from, end, bounds));
    bounds.add(end);
    return bounds;
  }

  private void addBounds(WeekTimes when, long from, long end, Set<Long> bounds) {
    for (var day = day(from).minusDays(1); startOf(day, 0) < end; day = day.plusDays(1)) {
      if (when.beginsOn(day)) {
        long begins = startOf(day, when.fromMinute());
        long ends = startOf(day, when.fromMinute() + when.minutes());
        for (long tick : new long[] {begins, ends}) {
          if (tick > from && tick < end) {
            bounds.add(tick);
          }
        }
      }
    }
  }

  private LocalDate day(long tick) {
    return ticks.instant(tick).atOffset(ZoneOffset.UTC).toLocalDate();
  }

  /** Returns the tick of a time of day, which may be negative. */
  private long startOf(LocalDate day, int minute) {
    var instant = day.atStartOfDay(ZoneOffset.UTC).plusMinutes(minute).toInstant();
    return instant.toEpochMilli() - ticks.origin().toEpochMilli();
  }

  long priceMilli(long tick) {
    return policy.priceAt(ticks.instant(tick));
  }
}
