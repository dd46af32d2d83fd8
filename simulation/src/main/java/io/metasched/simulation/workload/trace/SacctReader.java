package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.input.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reader of the output of Slurm's {@code sacct --parsable2} (or {@code --parsable}), plain or gzip.
 * The first line has the names of the columns, in any order; each subsequent line is a job or a
 * step. Steps are folded into their jobs; the elements of an array are separate jobs. Of several
 * lines of one job, such as a requeued job, the last line counts.
 *
 * <p>Time 0 is the first submission of the log. The default size of the machine is the maximum
 * number of processors that the jobs had at one time. Comments can set both: {@code #
 * UnixStartTime: 0}, {@code # MaxProcs: 64}.
 *
 * <p>Bounds and errors are the same as in {@link SwfReader}, but lines may have up to 65,536 bytes.
 */
public final class SacctReader {
  private static final TraceLimits LIMITS =
      new TraceLimits(
          1 << 16, TraceLimits.STANDARD.lines(), TraceLimits.STANDARD.textBytes(), 10_000);
  private static final char COMMENT = '#';
  private static final int LOOKED_AT = 1 << 14;
  private static final Comparator<Line> BY_ID = Comparator.comparingLong(line -> line.job().id());

  /** Job with the ordinal of its line; its submission is in Unix or local time. */
  private record Line(LoggedJob job, int ordinal) {}

  private final JobLines log;
  private final LogUsers users = new LogUsers();
  private final List<Line> jobs = new ArrayList<>();
  private final Map<LoggedJob.Place, LoggedJob.Place> places = new LinkedHashMap<>();
  private long firstMilli = Long.MAX_VALUE;
  private SacctColumns columns = SacctColumns.NONE;
  private int steps;
  private int goingOn;
  private int repeated;

  private SacctReader(TraceOptions options) {
    log = new JobLines(options, LIMITS, COMMENT);
  }

  /** Returns whether a file begins with the names of columns of {@code sacct}. */
  public static boolean isOne(Path file) {
    try (var text = TraceFile.open(file)) {
      var begin = new String(text.readNBytes(LOOKED_AT), StandardCharsets.UTF_8);
      var lines =
          begin
              .replace("\ufeff", "")
              .lines()
              .filter(line -> !line.isBlank() && line.charAt(0) != COMMENT);
      return SacctColumns.haveId(SacctColumns.cells(lines.findFirst().orElse("")));
    } catch (IOException | TraceException unreadable) {
      return false; // reported by the reader
    }
  }

  /**
   * Reads files as one log.
   *
   * @throws TraceException if a file cannot be read, has another format, or no job remains
   * @throws InputException if lines are malformed, unless they are skipped
   */
  public static Trace read(List<Path> files, TraceOptions options) {
    var reader = new SacctReader(options);
    reader.log.read(files, reader::line);
    return reader.trace(files);
  }

  /** Reads the current line; returns its fault, or an empty string. */
  private String line() {
    var lines = log.lines();
    int length = lines.end() - lines.start();
    var text = new String(lines.buffer(), lines.start(), length, StandardCharsets.UTF_8);
    var cells = SacctColumns.cells(text);
    boolean isFirst = columns == SacctColumns.NONE;
    if (isFirst ? SacctColumns.haveId(cells) : SacctColumns.areNames(cells)) {
      columns = SacctColumns.of(cells);
      var missing = columns.missing();
      if (!missing.isEmpty()) {
        throw lines.fault(missing);
      }
      return "";
    }
    if (isFirst) {
      throw lines.fault(
          "the first line of the output of sacct must have the names of its columns (do not use"
              + " --noheader)");
    }
    var row = columns.row(cells);
    var fault = row.fault();
    if (fault.isEmpty()) {
      add(row);
    }
    return fault;
  }

  private void add(SacctRow row) {
    if (row.id().isStep()) {
      steps++;
      return;
    }
    long submit = row.submitMilli();
    firstMilli = submit < 0 ? firstMilli : Math.min(firstMilli, submit);
    var user = row.name("User");
    int number = user.isEmpty() ? LogUsers.UNKNOWN : users.number(user, row.name("Account"));
    boolean isTaken = log.selection().takes(row.id().number());
    if (isTaken || log.processors() == 0) { // other jobs determine the machine's size
      var place = places.computeIfAbsent(row.place(), each -> each);
      jobs.add(new Line(row.job(number, place), log.lines().ordinal()));
    }
    goingOn += isTaken && row.isGoingOn() ? 1 : 0;
  }

  private Trace trace(List<Path> files) {
    jobs.sort(BY_ID); // lines of one job keep their order
    var unixStart = log.header().unixStart();
    long first = firstMilli == Long.MAX_VALUE ? 0 : firstMilli;
    long origin = unixStart.isPresent() ? unixStart.getAsLong() * DecimalText.MILLI : first;
    var peak = new ProcessorPeak();
    for (int at = 0; at < jobs.size(); at++) {
      var line = jobs.get(at);
      boolean isLast = at + 1 == jobs.size() || jobs.get(at + 1).job().id() != line.job().id();
      if (isLast) {
        var job = line.job().submittedAt(line.job().submitMilli() - origin);
        peak.add(job);
        log.selection().add(job, line.ordinal());
      } else {
        repeated += log.selection().takes(line.job().id()) ? 1 : 0;
      }
    }
    int known = log.processors();
    int size = known > 0 ? known : peak.most();
    return log.trace(files, users, size, notes(origin, known > 0 ? 0 : size));
  }

  private List<String> notes(long origin, int peak) {
    var notes = new ArrayList<String>();
    note(
        notes,
        peak,
        "processors: not in the log, replaced by %d, the maximum that its jobs had at one time");
    note(notes, steps, "steps: %d lines, part of their jobs");
    note(notes, repeated, "requeued: %d earlier lines of jobs that have several lines, not used");
    note(notes, goingOn, "not ended: %d jobs were waiting or running when the log was written");
    if (columns.haveNodesAlone()) {
      notes.add("processors: the log has nodes alone; each node is taken as one processor");
    }
    notes.add(
        PrintableText.line(
            "time 0: %d s of the log's clock".formatted(origin / DecimalText.MILLI)));
    return notes;
  }

  private static void note(List<String> notes, int count, String words) {
    if (count > 0) {
      notes.add(words.formatted(count));
    }
  }
}
