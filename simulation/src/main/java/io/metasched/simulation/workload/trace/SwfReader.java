package io.metasched.simulation.workload.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads logs in the Standard Workload Format: a header of {@code ; Key: value} lines and one line
 * of 18 numbers per job, plain or gzip. Source: <a
 * href="https://www.cs.huji.ac.il/labs/parallel/workload/swf.html">Feitelson's Parallel Workloads
 * Archive</a>, version 2.2.
 *
 * <p>Run time is field 4, cut at the estimate; processors are field 8, else field 5; the estimate
 * is field 9, else the run time. Jobs that run less than a second, need no processors, arrive
 * before the log begins or do not fit the machine are dropped and counted.
 *
 * <p>Whatever the files hold, the answer is a trace or a {@link TraceException}: only regular files
 * are read, of lines up to 4096 bytes, and at most 10,000,000 lines or 4 GiB of text in all.
 *
 * <p>Cost: linear in the text; about 80 bytes of memory per job. Jobs out of order add a sort.
 */
public final class SwfReader {
  private final TraceOptions options;
  private final LogLines lines;
  private final HeaderLines header;
  private final JobSelection selection;
  private final SwfLine line = new SwfLine();
  private int jobLines;
  private int malformed;

  private SwfReader(TraceOptions options, TraceLimits limits) {
    this.options = options;
    this.lines = new LogLines(limits);
    this.header = new HeaderLines(lines, limits);
    this.selection = new JobSelection(options);
  }

  /**
   * Reads a log of one file.
   *
   * @throws TraceException if the file cannot be read, is not such a log, or no job remains
   */
  public static Trace read(Path file, TraceOptions options) {
    return read(List.of(file), options);
  }

  /**
   * Reads several files as one log; job ids must be unique over all of them.
   *
   * @throws TraceException if a file cannot be read, is not such a log, or no job remains
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
    files.forEach(reader::readFile);
    return reader.trace(files);
  }

  private void readFile(Path file) {
    int jobLinesBefore = jobLines;
    try (var text = TraceFile.open(file)) {
      lines.begin(file, text);
      while (lines.advance()) {
        readLine();
      }
    } catch (IOException e) {
      throw lines.unreadable(e);
    }
    if (jobLines == jobLinesBefore) {
      throw new TraceException(TraceFile.shown(file) + ": has no job line");
    }
  }

  private void readLine() {
    int first = lines.start();
    while (first < lines.end() && SwfLine.isBlank(lines.buffer()[first])) {
      first++;
    }
    if (first == lines.end()) {
      return;
    }
    if (lines.buffer()[first] == ';') {
      header.add(first);
    } else {
      readJob(first);
    }
  }

  private void readJob(int first) {
    jobLines++;
    if (line.read(lines.buffer(), first, lines.end())) {
      selection.add(line, lines.ordinal());
    } else if (options.skipMalformed()) {
      malformed++;
    } else {
      throw lines.fault(line.fault());
    }
  }

  private Trace trace(List<Path> files) {
    selection.requireDistinctIds(lines);
    int processors = options.processors() > 0 ? options.processors() : header.processors();
    if (processors == 0) {
      throw new TraceException(
          shown(files)
              + ": the header has neither MaxProcs nor MaxNodes; give the number of processors"
              + " yourself");
    }
    var jobs = selection.fitting(processors);
    if (jobs.isEmpty()) {
      throw noJob(files, processors);
    }
    return new Trace(
        name(files),
        jobs,
        processors,
        header.byKey(),
        selection.dropped(),
        selection.clamped(),
        malformed,
        new TreeMap<>(),
        selection.lacks());
  }

  private TraceException noJob(List<Path> files, int processors) {
    var counts = new StringBuilder();
    selection
        .dropped()
        .forEach((cause, count) -> counts.append(", %s: %d".formatted(cause.words(), count)));
    return new TraceException(
        "%s: no job remains for %d processors: job lines: %d, malformed: %d, with an id in %s: %d%s"
            .formatted(
                shown(files),
                processors,
                jobLines,
                malformed,
                options.jobs(),
                selection.selected(),
                counts));
  }

  private static String shown(List<Path> files) {
    return files.stream().map(TraceFile::shown).collect(Collectors.joining("+"));
  }

  private static String name(List<Path> files) {
    return files.stream()
        .map(file -> file.getFileName() == null ? file : file.getFileName())
        .map(TraceFile::shown)
        .collect(Collectors.joining("+"));
  }
}
