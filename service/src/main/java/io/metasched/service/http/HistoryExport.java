package io.metasched.service.http;

import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.history.HistoryWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/**
 * Lines of the stored history, or of a backup, in pieces that end with a line feed.
 *
 * <p>A backup also has the inputs of the jobs that are open in its last state. The event store
 * deletes the inputs of a job that ends: if an input is gone, the events up to the current state
 * follow, in which no open job needs this input.
 */
final class HistoryExport implements Iterator<String> {
  private static final int EVENTS_AT_ONCE = 500;

  /** Longest time until the end of a job, whose inputs are deleted, is in the current state. */
  private static final Duration MOST_WAIT = Duration.ofSeconds(60);

  private static final long PAUSE_NANOS = 5_000_000;

  private final ApiContext context;
  private final boolean isBackup;
  private final HistoryWriter writer;
  private final Iterator<String> begin;
  private final TreeSet<String> written = new TreeSet<>();
  private BookState until;
  private Iterator<String> inputs;
  private long last;
  private boolean ended;

  HistoryExport(ApiContext context, boolean isBackup) {
    this.context = context;
    this.isBackup = isBackup;
    // read before the state, so that no cursor is later than the last event
    var cursors =
        isBackup
            ? context.keeper().cursors().stored()
            : Collections.<String, DeliveryCursor>emptySortedMap();
    until = context.state();
    inputs = inputs();
    var from = context.keeper().stored().beginning();
    last = from.seq();
    writer = new HistoryWriter(context.version(), from, until.seq(), isBackup);
    var lines = new ArrayList<>(writer.begin());
    cursors.forEach((receiver, cursor) -> lines.add(writer.cursor(receiver, cursor)));
    begin = lines.iterator();
  }

  private Iterator<String> inputs() {
    var needed = new TreeSet<String>();
    if (isBackup) {
      until.open().tally().inputs().entries().forEach(each -> needed.add(each.key()));
    }
    return needed.iterator();
  }

  @Override
  public boolean hasNext() {
    return !ended;
  }

  @Override
  public String next() {
    if (begin.hasNext()) {
      return begin.next() + "\n";
    } else if (last < until.seq()) {
      return events();
    }
    while (inputs.hasNext()) {
      var sha256 = inputs.next();
      if (written.add(sha256)) {
        var content = context.keeper().stored().inputIfNeeded(sha256);
        if (content.isPresent()) {
          return writer.input(sha256, content.get()) + "\n";
        }
        written.remove(sha256);
        goOn(sha256);
        return events();
      }
    }
    ended = true;
    return writer.end() + "\n";
  }

  /** Extends the export up to the current state, after a job has ended. */
  private void goOn(String gone) {
    long deadline = System.nanoTime() + MOST_WAIT.toNanos();
    while (context.state().seq() == last) { // the transaction is written, but not published yet
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the input %s is missing".formatted(gone));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    until = context.state();
    inputs = inputs();
  }

  private String events() {
    var text = new StringBuilder();
    for (var each : context.keeper().events(last, EVENTS_AT_ONCE)) {
      if (each.seq() <= until.seq()) {
        text.append(writer.line(each)).append('\n');
        last = each.seq();
      }
    }
    if (text.isEmpty()) {
      throw new IllegalStateException("event %d is no longer stored".formatted(last + 1));
    }
    return text.toString();
  }
}
