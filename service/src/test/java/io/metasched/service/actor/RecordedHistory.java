package io.metasched.service.actor;

import io.metasched.service.history.CycleRerun;
import io.metasched.service.history.HistoryReader;
import io.metasched.service.history.HistoryWriter;
import io.metasched.service.store.BookKeeper;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Export of the recorded history, and the replay of its cycles. */
public final class RecordedHistory {
  private RecordedHistory() {}

  /** Returns the lines of the history of a keeper. */
  static List<String> lines(BookKeeper keeper) {
    var from = keeper.stored().beginning();
    long to = keeper.state().seq();
    var writer = new HistoryWriter("test", from, to, false);
    var lines = new ArrayList<>(writer.begin());
    for (long after = from.seq(); after < to; ) {
      for (var each : keeper.events(after, 100)) {
        if (each.seq() <= to) {
          lines.add(writer.line(each));
        }
        after = each.seq();
      }
    }
    lines.add(writer.end());
    return lines;
  }

  static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  static CycleRerun.Result rerun(List<String> lines) throws IOException {
    return rerun(text(lines));
  }

  /** Replays the cycles of an export. */
  public static CycleRerun.Result rerun(String text) throws IOException {
    var seen = new TreeSet<Long>();
    var first = new HistoryReader("h", new StringReader(text));
    first.begin();
    first.events(each -> CycleRerun.seenBy(each.event()).ifPresent(seen::add));
    var second = new HistoryReader("h", new StringReader(text));
    var rerun = new CycleRerun(second.begin(), seen);
    second.events(rerun::take);
    return rerun.result();
  }
}
