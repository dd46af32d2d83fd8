package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines of the files of one log, one at a time in one buffer. A line has an ordinal, counted from 1
 * over all files, from which {@link #origin} restores file and line number.
 *
 * <p>Cost: each byte is examined once; memory is one buffer.
 */
final class LogLines {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private record Opened(Path file, int linesBefore) {}

  private final TraceLimits limits;
  private final byte[] buffer;
  private final List<Opened> files = new ArrayList<>();
  private InputStream text = InputStream.nullInputStream();
  private int ordinal;
  private long textBytes;
  private int start;
  private int end;
  private int next;
  private int filled;
  private boolean drained;

  LogLines(TraceLimits limits) {
    this.limits = limits;
    this.buffer = new byte[limits.lineBytes() + 1 + BUFFER_BYTES];
  }

  /** Continues with the first line of another file; the caller closes {@code fileText}. */
  void begin(Path file, InputStream fileText) {
    files.add(new Opened(file, ordinal));
    text = fileText;
    next = 0;
    filled = 0;
    drained = false;
  }

  /**
   * Advances to the next line of the file; returns false at its end.
   *
   * @throws TraceException if a limit is exceeded
   * @throws IOException if the file cannot be read further
   */
  boolean advance() throws IOException {
    int searched = next;
    while (true) {
      int found = find(searched);
      boolean isKnown = found < filled && (buffer[found] == '\n' || found + 1 < filled || drained);
      if (isKnown) {
        return take(found, pastEnd(found));
      }
      if (found - next > limits.lineBytes() || (drained && filled > next)) {
        return take(found, filled);
      }
      if (drained) {
        return false;
      }
      int pending = found - next;
      refill();
      searched = pending;
    }
  }

  byte[] buffer() {
    return buffer;
  }

  /** Returns the index of the first byte of the line in {@link #buffer}. */
  int start() {
    return start;
  }

  /** Returns the index of the end of the line in {@link #buffer}, without its line end. */
  int end() {
    return end;
  }

  int ordinal() {
    return ordinal;
  }

  /** Returns file and line number of the line with this ordinal, such as {@code a.swf:17}. */
  String origin(int lineOrdinal) {
    var opened = opened(lineOrdinal);
    return TraceFile.shown(opened.file()) + ":" + (lineOrdinal - opened.linesBefore());
  }

  /** Returns file and line number of the current line, without the folder, for results. */
  String place() {
    var opened = opened(ordinal);
    return TraceFile.name(opened.file()) + ":" + (ordinal - opened.linesBefore());
  }

  private Opened opened(int lineOrdinal) {
    int at = files.size() - 1;
    while (files.get(at).linesBefore() >= lineOrdinal && at > 0) {
      at--;
    }
    return files.get(at);
  }

  /** Returns the exception for a fault of the current line. */
  TraceException fault(String what) {
    return new TraceException(origin(ordinal) + ": " + what);
  }

  /** Returns the exception for a file that cannot be read beyond the current line. */
  TraceException unreadable(IOException cause) {
    var opened = files.get(files.size() - 1);
    var file = TraceFile.shown(opened.file());
    int line = ordinal - opened.linesBefore();
    var what =
        "%s: cannot be read past line %d: %s".formatted(file, line, PrintableText.reason(cause));
    return new TraceException(what, cause);
  }

  /**
   * Returns the index of the first line feed or carriage return from an index on, or the end of the
   * bytes read.
   */
  private int find(int from) {
    int at = from;
    while (at < filled && buffer[at] != '\n' && buffer[at] != '\r') {
      at++;
    }
    return at;
  }

  /** Returns the index after a line end: a line feed, a carriage return, or one of each. */
  private int pastEnd(int lineEnd) {
    boolean areBoth =
        buffer[lineEnd] == '\r' && lineEnd + 1 < filled && buffer[lineEnd + 1] == '\n';
    return lineEnd + (areBoth ? 2 : 1);
  }

  /**
   * Returns the number of bytes of a UTF-8 byte order mark at the beginning of the current line.
   */
  private int byteOrderMark() {
    boolean isFirst = ordinal == files.get(files.size() - 1).linesBefore() + 1;
    int most = Math.min(end, start + MARK.length);
    int two = most - start < 2 ? 0 : (buffer[start] & 0xff) << 8 | (buffer[start + 1] & 0xff);
    if (isFirst && (two == 0xfeff || two == 0xfffe)) {
      throw fault("is text in UTF-16; save it as UTF-8");
    }
    return isFirst && Arrays.equals(buffer, start, most, MARK, 0, MARK.length) ? MARK.length : 0;
  }

  private boolean take(int lineEnd, int following) {
    start = next;
    end = lineEnd;
    next = following;
    ordinal++;
    start += byteOrderMark();
    if (ordinal > limits.lines()) {
      throw fault("a log may have at most %d lines".formatted(limits.lines()));
    }
    if (end - start > limits.lineBytes()) {
      throw fault(
          "a line may have at most %d bytes, but this one is longer; it begins with %s"
              .formatted(limits.lineBytes(), PrintableText.quoted(buffer, start, end)));
    }
    return true;
  }

  private void refill() throws IOException {
    System.arraycopy(buffer, next, buffer, 0, filled - next);
    filled -= next;
    next = 0;
    int count = text.read(buffer, filled, buffer.length - filled);
    drained = count < 0;
    filled += Math.max(count, 0);
    textBytes += Math.max(count, 0);
    if (textBytes > limits.textBytes()) {
      var what = ": a log may hold at most %d bytes of text".formatted(limits.textBytes());
      throw new TraceException(origin(ordinal + 1) + what);
    }
  }
}
