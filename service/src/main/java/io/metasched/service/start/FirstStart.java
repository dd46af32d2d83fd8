package io.metasched.service.start;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.Role;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.store.BookKeeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Initialization of a new service: accounts with initial balances, and tokens in files readable
 * only by their owner.
 */
final class FirstStart {
  private final ServiceSettings settings;
  private final List<BookEvent> events = new ArrayList<>();

  private FirstStart(ServiceSettings settings) {
    this.settings = settings;
  }

  /** Initializes the service if the service is new. */
  static void foundOnce(BookKeeper keeper, ServiceSettings settings, Clock clock) {
    if (keeper.state().seq() > 0) {
      return;
    }
    var first = new FirstStart(settings);
    var now = clock.instant();
    first.events.add(new BookEvent.Founded(now));
    try {
      first.found(now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var events = List.copyOf(first.events);
    keeper
        .decide(
            "start",
            "",
            state -> state.seq() > 0 ? BookDecision.none(0) : new BookDecision<>(events, 0))
        .toCompletableFuture()
        .join();
  }

  private void found(Instant now) throws IOException {
    var tokens = new TokenFiles(settings.data());
    int number = 0;
    for (var user : settings.users()) {
      var name = user.name();
      events.add(new BookEvent.AccountOpened(name, number++));
      if (user.depositMilli() > 0) {
        events.add(new BookEvent.Deposited(name, user.depositMilli(), Optional.empty(), ""));
      }
      user.grant()
          .map(grant -> GrantRecord.of(grant, Optional.empty(), now))
          .ifPresent(granted -> events.add(new BookEvent.GrantSet(name, Optional.of(granted))));
      events.add(tokens.issue(id(name), name, Role.USER, List.of(name)));
    }
    events.add(tokens.issue(id(TokenFiles.ADMIN), TokenFiles.ADMIN, Role.ADMIN, List.of()));
  }

  private static String id(String principal) {
    return "first-" + principal;
  }
}
