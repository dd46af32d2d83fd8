package io.metasched.simulation.workload.trace;

import io.metasched.simulation.input.InputFaults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Malformed lines of a log that were skipped.
 *
 * @param count number of lines
 * @param first file, line and fault of the first ten
 */
public record SkippedLines(int count, List<String> first) {
  /** Value for a log without malformed lines. */
  public static final SkippedLines NONE = new SkippedLines(0, List.of());

  public SkippedLines {
    first = List.copyOf(first);
  }

  /** Returns the skipped faults of a file, without its folder. */
  public static SkippedLines of(InputFaults faults, Path file) {
    int folder = TraceFile.shown(file).length() - TraceFile.name(file).length();
    return new SkippedLines(
        faults.count(), faults.skipped().stream().map(line -> line.substring(folder)).toList());
  }

  /** Returns the notes for a result: the count, and a line for each of the first ten. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    if (count > 0) {
      notes.add("malformed lines skipped: %d".formatted(count));
      first.forEach(line -> notes.add("skipped " + line));
    }
    return notes;
  }
}
