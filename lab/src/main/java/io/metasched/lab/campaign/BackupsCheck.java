package io.metasched.lab.campaign;

import io.metasched.lab.check.Finding;
import io.metasched.lab.check.Invariant;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.history.BackupFile;
import io.metasched.service.history.HistoryException;
import io.metasched.service.history.HistoryWriter;
import io.metasched.service.start.Restore;
import io.metasched.service.store.BookKeeper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Check that each backup is a beginning of the history without violations, and that an event store
 * that is restored from a backup has the state after its last event.
 */
final class BackupsCheck {
  private final Set<String> history;
  private final Path folder;

  /**
   * Creates a check.
   *
   * @param history lines of the exported history
   * @param folder folder for restored event stores, which is created
   */
  BackupsCheck(List<String> history, Path folder) {
    this.history = Set.copyOf(history);
    this.folder = folder;
  }

  /** Returns the findings about a backup. */
  List<Finding> check(Path backup) throws IOException {
    var faults = new ArrayList<String>();
    try {
      var target =
          new BackupFile.Target() {
            private Optional<HistoryWriter> lines = Optional.empty();

            @Override
            public void begin(BookState state) {
              lines = Optional.of(new HistoryWriter("", state, Long.MAX_VALUE, false));
            }

            @Override
            public void add(Recorded recorded) {
              if (!history.contains(lines.orElseThrow().line(recorded))) {
                faults.add("event %d is not in the history".formatted(recorded.seq()));
              }
            }
          };
      var checked = BackupFile.read(backup, target);
      faults.addAll(checked.faults());
      faults.addAll(restored(backup, checked.state()));
    } catch (HistoryException e) {
      faults.add(String.valueOf(e.getMessage()));
    }
    return faults.stream()
        .map(fault -> new Finding(Invariant.BACKUPS, "%s: %s".formatted(backup, fault)))
        .toList();
  }

  private List<String> restored(Path backup, BookState state) throws IOException {
    var data = folder.resolve(String.valueOf(backup.getFileName()) + "-data");
    var settings = ServiceSettings.read(Optional.empty(), Optional.of(data), Optional.of(0), data);
    Restore.run(backup, settings, Clock.systemUTC().instant());
    var store = new BookKeeper.Settings(settings.databaseUrl(), "", "", 1, Duration.ofDays(1));
    try (var keeper = BookKeeper.open(store, Clock.systemUTC(), (commands, nanos) -> {})) {
      var last = keeper.events(state.seq(), 2);
      return last.size() == 1 && text(state.after(last.get(0))).equals(text(keeper.state()))
          ? List.of()
          : List.of("the restored state differs from the state after event " + state.seq());
    }
  }

  private static String text(BookState state) {
    return BookJson.write(SnapshotRow.rows(state));
  }
}
