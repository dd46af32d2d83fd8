package io.metasched.service.actor;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.SiteChanges;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.store.BookKeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Recorder of the terms of sites, and of the time that sites use for themselves, as agents report.
 */
public final class SiteReports {
  private static final String BY = "site";

  private SiteReports() {}

  /** Records all calendars that an executor receives from now on. */
  public static void record(BookKeeper keeper, Fleet fleet, RunExecutor executor) {
    executor.listenToSites(
        calendar ->
            decide(keeper, state -> SiteChanges.of(state, fleet, calendar).stream().toList()));
  }

  /** Records the terms under which sites sell their nodes. */
  static void record(BookKeeper keeper, Fleet fleet, SortedMap<String, Optional<SiteTerms>> terms) {
    decide(keeper, state -> changes(state, fleet, terms));
  }

  /** Clears the time and the terms of all sites, for a service without agents. */
  public static void clear(BookKeeper keeper) {
    decide(keeper, SiteChanges::clear);
  }

  private static void decide(
      BookKeeper keeper, Function<BookState, ? extends List<? extends BookEvent>> changes) {
    if (!changes.apply(keeper.state()).isEmpty()) {
      var unused =
          keeper.decide(
              BY,
              "",
              state -> new BookDecision<>(List.<BookEvent>copyOf(changes.apply(state)), true));
    }
  }

  private static List<BookEvent> changes(
      BookState state, Fleet fleet, SortedMap<String, Optional<SiteTerms>> terms) {
    var events = new ArrayList<BookEvent>();
    SiteChanges.ofTerms(state, fleet, terms)
        .ifPresent(
            changed -> {
              events.addAll(SiteChanges.requeued(state, changed));
              events.add(changed);
            });
    return events;
  }
}
