package io.metasched.service.plan;

import io.metasched.resource.model.Span;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.SiteDemand;
import io.metasched.service.book.SiteSpan;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Differences between the calendars and terms of sites and the book. */
public final class SiteChanges {
  private SiteChanges() {}

  /**
   * Returns the event that records a calendar; empty if the book has this calendar already. A span
   * that had begun before the calendar keeps its recorded start, so that a job that merely
   * continues causes no event. Nodes outside the fleet are ignored.
   */
  public static Optional<BookEvent.SiteTimeChanged> of(
      BookState state, Fleet fleet, SiteCalendar calendar) {
    var changed = new TreeMap<String, List<SiteSpan>>();
    calendar
        .taken()
        .forEach(
            (node, taken) -> {
              var known = state.market().siteTime(node);
              var spans =
                  taken.stream()
                      .map(span -> recorded(state, calendar, span, known))
                      .flatMap(Optional::stream)
                      .sorted()
                      .toList();
              if (fleet.number(node).isPresent() && !spans.equals(known)) {
                changed.put(node, spans);
              }
            });
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(new BookEvent.SiteTimeChanged(changed));
  }

  /**
   * Returns the event that records terms; empty if the book has them already. Nodes outside the
   * fleet are ignored. A node with jobs keeps its lead until they have ended.
   *
   * @param terms terms of nodes; empty for a node without a site
   */
  public static Optional<BookEvent.SiteTermsChanged> ofTerms(
      BookState state, Fleet fleet, SortedMap<String, Optional<SiteTerms>> terms) {
    var changed = new TreeMap<String, Optional<SiteTerms>>();
    terms.forEach(
        (node, given) -> {
          var selling = given.filter(each -> each.promise().sells());
          var known = state.market().terms().get(node);
          if (fleet.number(node).isPresent()
              && !known.equals(selling)
              && !isBound(state, node, known, selling)) {
            changed.put(node, selling);
          }
        });
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(new BookEvent.SiteTermsChanged(changed));
  }

  /**
   * Returns whether a node keeps the recorded terms for now: if only the lead changed, the site
   * would find each hold of the node's jobs changed.
   */
  private static boolean isBound(
      BookState state, String node, Optional<SiteTerms> known, Optional<SiteTerms> given) {
    return known.isPresent()
        && given.isPresent()
        && known.get().agent().equals(given.get().agent())
        && known.get().promise() == given.get().promise()
        && !NodeCommands.jobsOn(state, node).isEmpty();
  }

  /**
   * Returns events that return jobs whose windows have not begun to their places in the queue,
   * because new terms end the sale of their nodes, or the windows are now advised and their jobs do
   * not accept this: their sites release the time.
   */
  public static List<BookEvent> requeued(BookState state, BookEvent.SiteTermsChanged changed) {
    var events = new TreeMap<String, BookEvent>(); // by job
    changed
        .terms()
        .forEach(
            (node, terms) -> {
              boolean isAdvised =
                  terms.filter(each -> each.promise() == SiteTerms.Promise.ADVISED).isPresent();
              var text =
                  "the agent of %s sells %s"
                      .formatted(node, isAdvised ? "advised windows now" : "nothing any more");
              if (terms.isEmpty() || isAdvised) {
                NodeCommands.jobsOn(state, node).stream()
                    .filter(job -> job.state().hasIdleWindow())
                    .filter(job -> !isAdvised || !acceptsAdvised(job))
                    .forEach(job -> events.putIfAbsent(job.id(), requeued(job, node, text)));
              }
            });
    return List.copyOf(events.values());
  }

  private static boolean acceptsAdvised(JobRecord job) {
    return job.spec().sites().filter(SiteDemand::acceptsAdvised).isPresent();
  }

  private static BookEvent requeued(JobRecord job, String node, String text) {
    var code = ReasonCode.SITE_TOOK_BACK.label();
    return new BookEvent.JobRequeued(job.id(), job.number(), code, text, Optional.of(node));
  }

  /** Returns the events that clear the time and the terms of all sites. */
  public static List<BookEvent> clear(BookState state) {
    var events = new ArrayList<BookEvent>();
    clearTime(state).ifPresent(events::add);
    var cleared = new TreeMap<String, Optional<SiteTerms>>();
    state.market().terms().entries().forEach(each -> cleared.put(each.key(), Optional.empty()));
    if (!cleared.isEmpty()) {
      events.add(new BookEvent.SiteTermsChanged(cleared));
    }
    return events;
  }

  private static Optional<BookEvent.SiteTimeChanged> clearTime(BookState state) {
    var cleared = new TreeMap<String, List<SiteSpan>>();
    state.market().sites().entries().forEach(each -> cleared.put(each.key(), List.of()));
    return cleared.isEmpty()
        ? Optional.empty()
        : Optional.of(new BookEvent.SiteTimeChanged(cleared));
  }

  /** Returns a span in ticks; empty if it is shorter than a tick or was before the origin. */
  private static Optional<SiteSpan> recorded(
      BookState state, SiteCalendar calendar, TakenSpan taken, List<SiteSpan> known) {
    boolean hasEnd = taken.end().isBefore(calendar.until());
    long end = hasEnd ? state.ticks().at(taken.end()) : SiteSpan.NO_END;
    long from = state.ticks().at(calendar.from());
    long start = state.ticks().at(taken.start());
    if (start <= from) {
      start =
          known.stream()
              .filter(
                  each ->
                      each.span().start() <= from
                          && each.span().end() == end
                          && each.reason() == taken.reason()
                          && each.detail().equals(taken.detail()))
              .mapToLong(each -> each.span().start())
              .findFirst()
              .orElse(start);
    }
    return start < end
        ? Optional.of(new SiteSpan(new Span(start, end), taken.reason(), taken.detail()))
        : Optional.empty();
  }
}
