package io.metasched.service.history;

import io.metasched.service.book.Recorded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/** History in a file. */
public final class HistoryFile {
  /** Number of the format, which the first line of a history or a backup has. */
  public static final int VERSION = 1;

  private HistoryFile() {}

  static Reader open(Path file) throws IOException {
    // this decoder reports malformed input: by default, it does not replace such input
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder()));
  }

  /**
   * Replans the cycles of a history. The file is read twice, and the second pass keeps the states
   * that cycles have seen.
   *
   * @throws HistoryException if the file is not a complete history
   */
  public static CycleRerun.Result rerun(Path file) throws IOException {
    var seen = new TreeSet<Long>();
    HistoryReader.Summary summary;
    try (var in = open(file)) {
      var reader = new HistoryReader(file.toString(), in);
      reader.begin();
      summary = reader.events(each -> CycleRerun.seenBy(each.event()).ifPresent(seen::add));
    }
    try (var in = open(file)) {
      var reader = new HistoryReader(file.toString(), in);
      var rerun = new CycleRerun(reader.begin(), seen);
      reader.events((Recorded each) -> rerun.take(each));
      var result = rerun.result();
      if (!result.recorded().equals(summary.placements())) {
        throw new HistoryException(
            "%s: the digest of its windows differs from the digest in its last line"
                .formatted(file));
      }
      return result;
    }
  }
}
