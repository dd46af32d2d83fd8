package io.metasched.simulation.workload.trace;

import io.metasched.simulation.input.InputException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reader of logs in the Standard Workload Format: a header of {@code ; Key: value} lines and one
 * line of 18 numbers per job, plain or gzip. Source: <a
 * href="https://www.cs.huji.ac.il/labs/parallel/workload/swf.html">Feitelson's Parallel Workloads
 * Archive</a>, version 2.2.
 *
 * <p>Run time is field 4, cut at the estimate. Processors are field 8 or, if unknown, field 5. The
 * estimate is field 9 or, if unknown, the run time. Jobs that run less than a second, need no
 * processors, arrive before the log begins or do not fit the machine are dropped and counted.
 *
 * <p>Any content of the files results in a trace or a {@link TraceException}. Only regular files
 * are read, with lines up to 4096 bytes, and at most 10,000,000 lines or 4 GiB of text in total.
 *
 * <p>Cost: linear in the text; about 80 bytes of memory per job. Jobs that are not in order require
 * an additional sort.
 */
public final class SwfReader {
  private static final int LEAST_EXTRA = SwfField.values().length + 1;

  private final JobLines log;
  private final SwfLine line = new SwfLine();
  private int longer;

  private SwfReader(TraceOptions options, TraceLimits limits) {
    log = new JobLines(options, limits, ';');
  }

  /**
   * Reads a log of one file.
   *
   * @throws TraceException if the file cannot be read, has another format, or no job remains
   */
  public static Trace read(Path file, TraceOptions options) {
    return read(List.of(file), options);
  }

  /**
   * Reads several files as one log; job ids must be unique over all of them.
   *
   * @throws TraceException if a file cannot be read, has another format, or no job remains
   * @throws InputException if lines are malformed, unless they are skipped
   * @throws IllegalArgumentException if there is no file
   */
  public static Trace read(List<Path> files, TraceOptions options) {
    return read(files, options, TraceLimits.STANDARD);
  }

  static Trace read(List<Path> files, TraceOptions options, TraceLimits limits) {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("a log must have at least one file");
    }
    var reader = new SwfReader(options, limits);
    reader.log.read(files, reader::job);
    return reader.log.trace(files, new LogUsers(), reader.log.processors(), reader.notes());
  }

  /** Reads the current line; returns its fault, or an empty string. */
  private String job() {
    var lines = log.lines();
    if (!line.read(lines.buffer(), lines.start(), lines.end())) {
      return line.fault();
    }
    longer += line.fieldCount() >= LEAST_EXTRA ? 1 : 0;
    log.selection().add(line, lines.ordinal());
    return "";
  }

  private List<String> notes() {
    return longer == 0
        ? List.of()
        : List.of(
            "columns: %d lines have more than %d columns, the first %d are used"
                .formatted(longer, LEAST_EXTRA - 1, LEAST_EXTRA - 1));
  }
}
