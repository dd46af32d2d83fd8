package io.metasched.service.start;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.http.Tokens;
import io.metasched.service.store.BookKeeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Initialization of a new service: accounts with initial balances, and tokens in files readable
 * only by their owner.
 */
final class FirstStart {
  private static final String ADMIN = "admin";

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
    first.events.add(new BookEvent.Founded(clock.instant()));
    try {
      first.found();
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

  private void found() throws IOException {
    var tokens = settings.data().resolve("tokens");
    Files.createDirectories(
        tokens, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    int number = 0;
    for (var user : settings.users()) {
      events.add(new BookEvent.AccountOpened(user.name(), number++));
      if (user.depositMilli() > 0) {
        events.add(new BookEvent.Deposited(user.name(), user.depositMilli(), Optional.empty(), ""));
      }
      issue(tokens, user.name(), Role.USER, List.of(user.name()));
    }
    issue(tokens, ADMIN, Role.ADMIN, List.of());
  }

  private void issue(Path folder, String principal, Role role, List<String> accounts)
      throws IOException {
    var token = Tokens.draw();
    write(folder.resolve(principal), token);
    var record =
        new TokenRecord(
            "first-" + principal,
            Sha256.of(token),
            principal,
            role,
            accounts,
            List.of(),
            Optional.empty(),
            Optional.empty());
    events.add(new BookEvent.TokenIssued(record));
  }

  private static void write(Path file, String token) throws IOException {
    Files.deleteIfExists(file); // a file may remain from an interrupted initialization
    var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (var channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine)) {
      channel.write(StandardCharsets.UTF_8.encode(token + "\n"));
    }
  }
}
