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

/** A history in a file. */
public final class HistoryFile {
  private HistoryFile() {}

  private static Reader open(Path file) throws IOException {
    // malformed input is refused by a decoder that was not told to replace it
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder()));
  }

  /**
   * Plans its cycles again. The file is read twice: what cycles knew is kept from the second time
   * on.
   *
   * @throws HistoryException where it is no whole history
   */
  public static Rerun.Result rerun(Path file) throws IOException {
    var seen = new TreeSet<Long>();
    HistoryReader.Summary summary;
    try (var in = open(file)) {
      var reader = new HistoryReader(file.toString(), in);
      reader.begin();
      summary = reader.events(each -> Rerun.seenBy(each.event()).ifPresent(seen::add));
    }
    try (var in = open(file)) {
      var reader = new HistoryReader(file.toString(), in);
      var rerun = new Rerun(reader.begin(), seen);
      reader.events((Recorded each) -> rerun.take(each));
      var result = rerun.result();
      if (!result.recorded().equals(summary.placements())) {
        throw new HistoryException(
            "%s: its windows have another digest than its end says".formatted(file));
      }
      return result;
    }
  }
}
