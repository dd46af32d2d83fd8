package io.metasched.service.agent.link;

import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.TakenSpan;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pages in which the calendar of a site is sent, and their assembly. All spans of a node are in one
 * page. The first page of a reading discards the pages of earlier readings, so that a lost page
 * costs one reading.
 */
final class CalendarPages {
  /**
   * Maximum number of spans of a page, and therefore of a node. Later spans of a node are replaced
   * by a single span that covers them.
   */
  static final int SPANS = 1000;

  /** Maximum length of a text given by a site. */
  static final int DETAIL = 100;

  private static final int PAGES = 1000; // an agent has up to 1000 nodes, and a page at least one
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  private long reading;
  private Instant from = Instant.EPOCH;
  private @Nullable SiteCalendar[] received = new SiteCalendar[0];
  private int missing;

  /** Divides a calendar into one page or more; long details are cut. */
  static List<SiteCalendar> of(SiteCalendar calendar) {
    var pages = new ArrayList<SiteCalendar>();
    var page = new TreeMap<String, List<TakenSpan>>();
    int spans = 0;
    for (var node : calendar.taken().entrySet()) {
      var own = bounded(node.getValue());
      if (spans > 0 && spans + own.size() > SPANS) {
        pages.add(new SiteCalendar(calendar.from(), calendar.until(), page));
        page = new TreeMap<>();
        spans = 0;
      }
      page.put(node.getKey(), own);
      spans += own.size() + 1;
    }
    pages.add(new SiteCalendar(calendar.from(), calendar.until(), page));
    return pages;
  }

  private static List<TakenSpan> bounded(List<TakenSpan> spans) {
    var first = spans.stream().limit(SPANS - 1L).map(CalendarPages::cut).toList();
    if (spans.size() < SPANS) {
      return first;
    }
    var rest = spans.subList(first.size(), spans.size());
    var end = rest.stream().map(TakenSpan::end).max(Comparator.naturalOrder());
    var one = rest.get(0);
    var all = new ArrayList<>(first);
    all.add(new TakenSpan(one.start(), end.orElseThrow(), one.reason(), "and others"));
    return all;
  }

  private static TakenSpan cut(TakenSpan span) {
    var detail = cut(span.detail());
    return detail.equals(span.detail())
        ? span
        : new TakenSpan(span.start(), span.end(), span.reason(), detail);
  }

  /** Returns a text, cut to {@link #DETAIL} if it is longer. */
  static String cut(String text) {
    if (text.length() <= DETAIL) {
      return text;
    }
    // half of a surrogate pair could not be encoded
    int length = Character.isHighSurrogate(text.charAt(DETAIL - 1)) ? DETAIL - 1 : DETAIL;
    return text.substring(0, length);
  }

  /** Adds a page, and returns the calendar if this page completes it. Invalid pages are ignored. */
  Optional<SiteCalendar> add(DeskCommand.SiteRead read) {
    var page = read.calendar();
    if (read.pages() < 1
        || read.pages() > PAGES
        || read.page() < 0
        || read.page() >= read.pages()
        || !isValid(page)) {
      return Optional.empty();
    }
    // a restarted agent counts its readings from 1 again
    if (read.reading() != reading || !page.from().equals(from) || received.length != read.pages()) {
      reading = read.reading();
      from = page.from();
      received = new SiteCalendar[read.pages()];
      missing = read.pages();
    }
    if (received[read.page()] != null) {
      return Optional.empty();
    }
    received[read.page()] = page;
    missing--;
    return missing > 0 ? Optional.empty() : Optional.of(joined(page));
  }

  /**
   * Returns whether a page has valid times and is within the bounds of pages made by {@link #of}.
   */
  private static boolean isValid(SiteCalendar page) {
    boolean hasTimes =
        !page.from().isBefore(Instant.EPOCH)
            && page.from().isBefore(page.until())
            && page.until().isBefore(LATEST);
    int spans = page.taken().values().stream().mapToInt(List::size).sum();
    var encoder = StandardCharsets.UTF_8.newEncoder();
    return hasTimes
        && spans <= SPANS
        && page.taken().values().stream()
            .flatMap(List::stream)
            .allMatch(span -> isValid(page, span, encoder));
  }

  private static boolean isValid(SiteCalendar page, TakenSpan span, CharsetEncoder encoder) {
    return !span.start().isBefore(page.from())
        && !span.end().isAfter(page.until())
        && span.detail().length() <= DETAIL
        && encoder.canEncode(span.detail());
  }

  private SiteCalendar joined(SiteCalendar last) {
    var taken = new TreeMap<String, List<TakenSpan>>();
    for (var page : received) {
      if (page != null) {
        taken.putAll(page.taken());
      }
    }
    received = new SiteCalendar[0];
    return new SiteCalendar(last.from(), last.until(), taken);
  }
}
