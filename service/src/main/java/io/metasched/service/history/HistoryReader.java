package io.metasched.service.history;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.history.HistoryLines.Cursor;
import io.metasched.service.history.HistoryLines.End;
import io.metasched.service.history.HistoryLines.Event;
import io.metasched.service.history.HistoryLines.Head;
import io.metasched.service.history.HistoryLines.Input;
import io.metasched.service.history.HistoryLines.Row;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reader of an untrusted history. The length of lines is bounded, each line is checked, and faults
 * are reported with the line number.
 */
public final class HistoryReader {
  /** Longest line in characters, enough for a fleet of 100,000 nodes. */
  private static final int LONGEST_LINE = 32 * 1024 * 1024;

  private final String name;
  private final Reader in;
  private final MessageDigest sha256 = Sha256.digest();
  private long number;
  private BookState state = BookState.EMPTY;
  private Optional<String> next = Optional.empty();
  private boolean isBackup;

  /**
   * Summary of a history.
   *
   * @param events number of events
   * @param placements digest of all booked windows
   */
  public record Summary(long events, String placements) {}

  /**
   * Creates a reader at the first line.
   *
   * @param name name of the file, for messages
   */
  public HistoryReader(String name, Reader in) {
    this.name = name;
    this.in = in;
  }

  private HistoryException at(String what) {
    return new HistoryException("%s, line %d: %s".formatted(name, number, what));
  }

  /**
   * Reads up to the first event.
   *
   * @return state before the first event
   * @throws HistoryException if the lines are invalid
   */
  public BookState begin() throws IOException {
    if (!(line() instanceof Head head)) {
      throw at("it is not a history: the first line must be its head");
    }
    isBackup = head.isBackup();
    state = BookState.EMPTY;
    String text = text();
    for (var line = parsed(text); line instanceof Row row; line = parsed(text)) {
      add(row);
      passed(text);
      text = text();
    }
    next = Optional.of(text);
    number--;
    if (state.seq() != head.from()) {
      number = 1;
      throw at(
          "the state belongs to event %d, and not to event %d".formatted(state.seq(), head.from()));
    }
    return state;
  }

  /** Returns whether nothing is left out, after {@link #begin}. */
  boolean isBackup() {
    return isBackup;
  }

  private void add(Row row) {
    try {
      state = row.row().into(state);
    } catch (RuntimeException e) { // the content is untrusted
      throw at("the row is not valid here: " + e.getMessage());
    }
  }

  /**
   * Reads the events.
   *
   * @param to receives each event; exceptions of this consumer are reported as faults of the line
   * @throws HistoryException if an event is invalid, missing or out of sequence, or any line was
   *     changed
   */
  public Summary events(Consumer<Recorded> to) throws IOException {
    return events(
        new BackupFile.Target() {
          @Override
          public void add(Recorded recorded) {
            to.accept(recorded);
          }
        });
  }

  /**
   * Reads the events, and the other lines of a backup.
   *
   * @param to receives all; exceptions of this receiver are reported as faults of the line
   */
  Summary events(BackupFile.Target to) throws IOException {
    long events = 0;
    while (true) {
      var text = text();
      var line = parsed(text);
      if (line instanceof Event event) {
        try {
          to.add(event.recorded());
        } catch (HistoryException e) {
          throw at(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // the content is untrusted
          throw at("the event is not valid here: " + e.getMessage());
        }
        passed(text);
        events++;
      } else if (line instanceof Input input && isBackup) {
        to.add(input.sha256(), content(input));
        passed(text);
      } else if (line instanceof Cursor cursor && isBackup) {
        to.add(cursor.receiver(), cursor.cursor());
        passed(text);
      } else if (line instanceof End end) {
        return end(end, events);
      } else {
        throw at("an event or the end is expected here");
      }
    }
  }

  private byte[] content(Input input) {
    try {
      var content = Base64.getDecoder().decode(input.content());
      if (Sha256.of(content).equals(input.sha256())) {
        return content;
      }
    } catch (IllegalArgumentException e) { // refused below
    }
    throw at("the content of the input differs from its SHA-256");
  }

  private Summary end(End end, long events) throws IOException {
    if (end.lines() != number - 1) {
      throw at("%d lines were written before it".formatted(end.lines()));
    }
    if (!end.sha256().equals(HexFormat.of().formatHex(sha256.digest()))) {
      throw at("the file was changed after it was written: its SHA-256 differs");
    }
    if (in.read() >= 0) {
      throw at("nothing may follow the end");
    }
    return new Summary(events, end.placements());
  }

  // --- lines

  private HistoryLines.Line line() throws IOException {
    var text = text();
    var line = parsed(text);
    passed(text);
    return line;
  }

  private HistoryLines.Line parsed(String text) {
    try {
      return HistoryLines.read(text);
    } catch (HistoryException e) {
      throw at(String.valueOf(e.getMessage()));
    }
  }

  private void passed(String text) {
    sha256.update(text.getBytes(StandardCharsets.UTF_8));
    sha256.update((byte) '\n');
  }

  private String text() throws IOException {
    number++;
    var known = next;
    if (known.isPresent()) {
      next = Optional.empty();
      return known.get();
    }
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw at("the file ends before the history is complete");
      } else if (line.length() >= LONGEST_LINE) {
        throw at("a line has at most %d characters".formatted(LONGEST_LINE));
      }
      line.append((char) c);
    }
    return line.toString();
  }
}
