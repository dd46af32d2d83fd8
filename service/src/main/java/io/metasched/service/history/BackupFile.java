package io.metasched.service.history;

import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Backup of a book in a file: a history from which nothing is left out. */
public final class BackupFile {
  private BackupFile() {}

  /** Receiver of the content of a backup, in order; by default, it discards everything. */
  public interface Target {
    /** Target that discards everything. */
    Target NONE = new Target() {};

    /** Receives the state before the first event. */
    default void begin(BookState state) {}

    default void add(Recorded recorded) {}

    /** Receives the content of an input of a job. */
    default void add(String sha256, byte[] content) {}

    /** Receives the progress of the notifications of a receiver. */
    default void add(String receiver, DeliveryCursor cursor) {}
  }

  /**
   * Result of a check.
   *
   * @param events number of events
   * @param state state after the last event
   * @param faults violations of the rules of a book; empty if there are none
   */
  public record Checked(long events, BookState state, List<String> faults) {}

  /**
   * Reads a backup, checks it event by event, and hands its content to a target.
   *
   * @throws HistoryException if the file is not a complete, unchanged backup
   * @throws IOException if the file cannot be read
   */
  public static Checked read(Path file, Target to) throws IOException {
    try (var in = HistoryFile.open(file)) {
      var reader = new HistoryReader(file.toString(), in);
      var from = reader.begin();
      if (!reader.isBackup()) {
        throw new HistoryException(
            "%s is an exported history, which lacks commands, tokens and inputs; allowed is a backup"
                .formatted(file));
      }
      to.begin(from);
      var check = new BookCheck(from);
      var inputs = new TreeSet<String>();
      var summary =
          reader.events(
              new Target() {
                @Override
                public void add(Recorded recorded) {
                  check.take(recorded);
                  to.add(recorded);
                }

                @Override
                public void add(String sha256, byte[] content) {
                  inputs.add(sha256);
                  to.add(sha256, content);
                }

                @Override
                public void add(String receiver, DeliveryCursor cursor) {
                  to.add(receiver, cursor);
                }
              });
      requireInputs(file, check.state(), inputs);
      return new Checked(summary.events(), check.state(), check.faults());
    }
  }

  private static void requireInputs(Path file, BookState state, Set<String> inputs) {
    for (var needed : state.open().tally().inputs().entries()) {
      if (!inputs.contains(needed.key())) {
        throw new HistoryException("%s lacks the input %s".formatted(file, needed.key()));
      }
    }
  }
}
