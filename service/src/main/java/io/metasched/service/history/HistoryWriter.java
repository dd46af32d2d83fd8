package io.metasched.service.history;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.history.HistoryLines.End;
import io.metasched.service.history.HistoryLines.Head;
import io.metasched.service.history.HistoryLines.Input;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Writer of a history, line by line. Confined to one thread. */
public final class HistoryWriter {
  private final MessageDigest sha256 = Sha256.digest();
  private final BookedWindows booked;
  private final BookState from;
  private final Head head;
  private long lines;
  private long last;

  /**
   * Creates a history that begins with a state.
   *
   * @param program version of the program that writes the history
   * @param to number of the last event
   * @param isBackup whether nothing is left out
   */
  public HistoryWriter(String program, BookState from, long to, boolean isBackup) {
    this.from = from;
    head = new Head(HistoryFile.VERSION, program, from.seq(), to, isBackup);
    booked = new BookedWindows(from);
    last = from.seq();
  }

  /** Returns the lines before the first event. */
  public List<String> begin() {
    var begin = new ArrayList<String>();
    begin.add(written(HistoryLines.text(head)));
    if (from.seq() > 0) {
      for (var row : SnapshotRow.rows(from)) {
        begin.add(written(HistoryLines.text(head.isBackup() ? row : LeftOut.of(row))));
      }
    }
    return begin;
  }

  /**
   * Returns the line of the next event.
   *
   * @throws IllegalStateException if an earlier event is missing
   */
  public String line(Recorded recorded) {
    if (recorded.seq() != last + 1) {
      throw new IllegalStateException(
          "event %d is no longer stored, so the history ends".formatted(last + 1));
    }
    last = recorded.seq();
    var event = head.isBackup() ? recorded.event() : LeftOut.of(recorded.event());
    booked.take(event);
    return written(
        HistoryLines.text(
            new Recorded(recorded.seq(), recorded.at(), recorded.by(), recorded.request(), event)));
  }

  /** Returns the line of the content of an input. */
  public String input(String sha256, byte[] content) {
    return written(
        HistoryLines.text(new Input(sha256, Base64.getEncoder().encodeToString(content))));
  }

  /** Returns the line of the progress of the notifications of a receiver. */
  public String cursor(String receiver, DeliveryCursor cursor) {
    return written(HistoryLines.text(new HistoryLines.Cursor(receiver, cursor)));
  }

  /** Returns the last line, with the number of lines and the checksum of all earlier lines. */
  public String end() {
    var sum = HexFormat.of().formatHex(sha256.digest());
    return HistoryLines.text(new End(lines, booked.digest(), sum));
  }

  private String written(String line) {
    lines++;
    sha256.update(line.getBytes(StandardCharsets.UTF_8));
    sha256.update((byte) '\n');
    return line;
  }
}
