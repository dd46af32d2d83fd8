package io.metasched.service.book;

import io.metasched.resource.model.Span;
import io.metasched.service.site.TakenSpan;
import java.util.Comparator;

/**
 * Time of a node that the node's site uses for itself.
 *
 * @param span ticks of the time; the span ends at {@link #NO_END} if the end is unknown
 * @param reason reason given by the site
 * @param detail name or text given by the site; untrusted
 */
public record SiteSpan(Span span, TakenSpan.Reason reason, String detail)
    implements Comparable<SiteSpan> {
  /** End of a span without a known end. */
  public static final long NO_END = Long.MAX_VALUE / 4;

  private static final Comparator<SiteSpan> ORDER =
      Comparator.comparingLong((SiteSpan each) -> each.span().start())
          .thenComparingLong(each -> each.span().end())
          .thenComparing(SiteSpan::reason)
          .thenComparing(SiteSpan::detail);

  /** Returns whether the end is known. */
  public boolean hasEnd() {
    return span.end() < NO_END;
  }

  /** Returns whether another span is this one with another end. */
  boolean continuesAs(SiteSpan other) {
    return span.start() == other.span().start()
        && reason == other.reason()
        && detail.equals(other.detail());
  }

  /** Returns this span, which has begun before a tick, without the time from this tick on. */
  SiteSpan until(long tick) {
    return new SiteSpan(new Span(span.start(), Math.min(span.end(), tick)), reason, detail);
  }

  /** Orders by start, end, reason and detail. */
  @Override
  public int compareTo(SiteSpan other) {
    return ORDER.compare(this, other);
  }
}
