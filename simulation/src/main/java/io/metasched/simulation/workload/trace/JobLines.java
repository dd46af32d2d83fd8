package io.metasched.simulation.workload.trace;

import io.metasched.simulation.input.InputException;
import io.metasched.simulation.input.InputFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Lines of the files of one log: header lines, job lines and malformed lines. Builds the trace of
 * the jobs that a format found in them.
 */
final class JobLines {
  private final TraceOptions options;
  private final char comment;
  private final LogLines lines;
  private final HeaderLines header;
  private final JobSelection selection;
  private final InputFaults faults;
  private int jobLines;

  /**
   * @param comment first character of a header line
   */
  JobLines(TraceOptions options, TraceLimits limits, char comment) {
    this.options = options;
    this.comment = comment;
    lines = new LogLines(limits);
    header = new HeaderLines(lines, limits);
    selection = new JobSelection(options);
    faults = InputFaults.ofLog(options.skipMalformed());
  }

  /**
   * Reads the files.
   *
   * @param job reads the current line, a job line; returns its fault, or an empty string
   * @throws InputException with the first ten malformed lines, unless they are skipped
   * @throws TraceException if a file cannot be read, or has no job line
   */
  void read(List<Path> files, Supplier<String> job) {
    try {
      files.forEach(file -> read(file, job));
    } catch (TraceException fatal) {
      if (faults.isEmpty() || options.skipMalformed()) {
        throw fatal;
      }
      throw faults.fatal(String.valueOf(fatal.getMessage()));
    }
    faults.requireNone();
  }

  private void read(Path file, Supplier<String> job) {
    int jobLinesBefore = jobLines;
    try (var text = TraceFile.open(file)) {
      lines.begin(file, text);
      while (lines.advance()) {
        readLine(job);
      }
    } catch (IOException e) {
      throw lines.unreadable(e);
    }
    if (jobLines == jobLinesBefore) {
      throw new TraceException(TraceFile.shown(file) + ": has no job line");
    }
  }

  private void readLine(Supplier<String> job) {
    int first = lines.start();
    while (first < lines.end() && SwfLine.isBlank(lines.buffer()[first])) {
      first++;
    }
    if (first == lines.end()) {
      return;
    }
    if (lines.buffer()[first] == comment) {
      header.add(first);
      return;
    }
    jobLines++;
    faults.beginRow();
    var fault = job.get();
    if (!fault.isEmpty()) {
      var place = options.skipMalformed() ? lines.place() : lines.origin(lines.ordinal());
      faults.add(place + ": " + fault);
    }
  }

  /** Returns the current line and its place. */
  LogLines lines() {
    return lines;
  }

  /** Returns the header so far. */
  HeaderLines header() {
    return header;
  }

  /** Returns the jobs so far. */
  JobSelection selection() {
    return selection;
  }

  /**
   * Returns the processors of the machine from the options or, without these, from the header; 0 if
   * unknown.
   */
  int processors() {
    return options.processors() > 0 ? options.processors() : header.processors();
  }

  /**
   * Returns the trace of the selected jobs.
   *
   * @param users names of the users; empty if the log numbers them
   * @param processors processors of the machine; 0 if unknown
   * @param notes additional notes
   * @throws TraceException if an id occurs twice, if the size of the machine is unknown, or if no
   *     job remains
   */
  Trace trace(List<Path> files, LogUsers users, int processors, List<String> notes) {
    selection.requireDistinctIds(lines);
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
    var all = new ArrayList<>(header.notes());
    all.addAll(selection.notes());
    all.addAll(notes);
    return new Trace(
        name(files),
        users.areNumbers() ? users.renumbered(jobs) : jobs,
        processors,
        header.byKey(),
        selection.dropped(),
        selection.clamped(),
        new SkippedLines(faults.count(), faults.skipped()),
        users.areNumbers() ? new TreeMap<>() : users.named(),
        all);
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
                faults.count(),
                options.jobs(),
                selection.selected(),
                counts));
  }

  private static String shown(List<Path> files) {
    return files.stream().map(TraceFile::shown).collect(Collectors.joining("+"));
  }

  private static String name(List<Path> files) {
    return files.stream().map(TraceFile::name).collect(Collectors.joining("+"));
  }
}
