package io.metasched.service.actor;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.SiteChanges;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.store.BookKeeper;
import java.util.Optional;
import java.util.function.Function;

/** Recorder of the time that sites use themselves, as reported by their agents. */
public final class SiteReports {
  private static final String BY = "site";

  private SiteReports() {}

  /** Records all calendars that an executor receives from now on. */
  public static void record(BookKeeper keeper, Fleet fleet, RunExecutor executor) {
    executor.listenToSites(
        calendar -> decide(keeper, state -> SiteChanges.of(state, fleet, calendar)));
  }

  /** Clears the time of all sites, for a service without agents. */
  public static void clear(BookKeeper keeper) {
    decide(keeper, SiteChanges::clear);
  }

  private static void decide(
      BookKeeper keeper, Function<BookState, Optional<BookEvent.SiteTimeChanged>> changes) {
    if (changes.apply(keeper.state()).isPresent()) {
      var unused =
          keeper.decide(
              BY,
              "",
              state ->
                  changes
                      .apply(state)
                      .map(event -> BookDecision.of(event, true))
                      .orElseGet(() -> BookDecision.none(false)));
    }
  }
}
