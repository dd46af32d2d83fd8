package io.metasched.service.start;

import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Role;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.history.BackupFile;
import io.metasched.service.store.RestoredBook;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Restoring of a backup into an empty event store. */
public final class Restore {
  private Restore() {}

  /**
   * Checks a backup, and writes its content and a new token of an administrator.
   *
   * @return the result of the check; nothing is written if the backup has faults
   * @throws io.metasched.service.history.HistoryException if the file is not a complete, unchanged
   *     backup
   * @throws IllegalStateException if the event store cannot be opened, or is not empty
   */
  public static BackupFile.Checked run(Path file, ServiceSettings settings, Instant now)
      throws IOException {
    LiveService.createFolders(settings);
    try (var book = RestoredBook.open(LiveService.book(settings))) {
      var checked = BackupFile.read(file, target(book));
      if (checked.faults().isEmpty()) {
        long seq = checked.state().seq() + 1;
        var issued =
            new TokenFiles(settings.data())
                .issue("restored-" + seq, TokenFiles.ADMIN, Role.ADMIN, List.of());
        book.add(new Recorded(seq, now, "restore", "", issued));
        book.commit();
      }
      return checked;
    }
  }

  private static BackupFile.Target target(RestoredBook book) {
    return new BackupFile.Target() {
      @Override
      public void begin(BookState state) {
        book.begin(state);
      }

      @Override
      public void add(Recorded recorded) {
        book.add(recorded);
      }

      @Override
      public void add(String sha256, byte[] content) {
        book.add(sha256, content);
      }

      @Override
      public void add(String receiver, DeliveryCursor cursor) {
        book.add(receiver, cursor);
      }
    };
  }
}
