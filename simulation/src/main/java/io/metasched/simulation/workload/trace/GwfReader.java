package io.metasched.simulation.workload.trace;

import io.metasched.simulation.text.PrintableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Reads logs in the Grid Workloads Format: comments behind {@code #} and one line of 29 fields per
 * job, plain or gzip; -1 is unknown. Source: the Grid Workloads Archive. The first eleven fields
 * are those of the Standard Workload Format and are used like them; users, groups, virtual
 * organizations and sites are names. A user's organization is the virtual organization, else the
 * group. Lines may have fewer fields behind the one of the user.
 *
 * <p>Bounds and errors are those of {@link SwfReader}.
 */
public final class GwfReader {
  private static final int FIELDS = 29;
  private static final int LEAST_FIELDS = 12;
  private static final int USER = 11;
  private static final int GROUP = 12;
  private static final int SITE = 16;
  private static final int ORGANIZATION = 27;
  private static final int MOST_NAME = 60;
  private static final List<SwfField> NUMBERS =
      List.of(
          SwfField.JOB,
          SwfField.SUBMIT,
          SwfField.WAIT,
          SwfField.RUN,
          SwfField.ALLOCATED_PROCESSORS,
          SwfField.CPU_TIME,
          SwfField.USED_MEMORY,
          SwfField.REQUESTED_PROCESSORS,
          SwfField.REQUESTED_TIME);

  private final TraceOptions options;
  private final LogLines lines = new LogLines(TraceLimits.STANDARD);
  private final HeaderLines header = new HeaderLines(lines, TraceLimits.STANDARD);
  private final JobSelection selection;
  private final LogUsers users = new LogUsers();
  private final TreeMap<String, Integer> sites = new TreeMap<>();
  private int jobLines;
  private int malformed;

  private GwfReader(TraceOptions options) {
    this.options = options;
    selection = new JobSelection(options);
  }

  /**
   * Reads a log.
   *
   * @throws TraceException if the file cannot be read, is not such a log, or no job remains
   */
  public static Trace read(Path file, TraceOptions options) {
    return new GwfReader(options).trace(file);
  }

  private Trace trace(Path file) {
    try (var text = TraceFile.open(file)) {
      lines.begin(file, text);
      while (lines.advance()) {
        readLine();
      }
    } catch (IOException e) {
      throw lines.unreadable(e);
    }
    selection.requireDistinctIds(lines);
    int processors = options.processors() > 0 ? options.processors() : header.processors();
    if (processors == 0) {
      throw new TraceException(
          TraceFile.shown(file)
              + ": the log does not say how many processors there are; give their number yourself");
    }
    var jobs = selection.fitting(processors);
    if (jobs.isEmpty()) {
      throw new TraceException(
          "%s: no job remains for %d processors: job lines: %d, malformed: %d"
              .formatted(TraceFile.shown(file), processors, jobLines, malformed));
    }
    var name = file.getFileName() == null ? file : file.getFileName();
    var notes = new ArrayList<>(selection.lacks());
    if (!sites.isEmpty()) {
      notes.add("site: %d sites, not used".formatted(sites.size()));
    }
    return new Trace(
        TraceFile.shown(name),
        users.areNumbers() ? renumbered(jobs, users.own()) : jobs,
        processors,
        header.byKey(),
        selection.dropped(),
        selection.clamped(),
        malformed,
        users.areNumbers() ? new TreeMap<>() : users.named(),
        notes);
  }

  /** The jobs with the numbers that the log itself gives their users. */
  static List<TraceJob> renumbered(List<TraceJob> jobs, List<Integer> own) {
    return jobs.stream()
        .map(job -> job.user() < 0 ? job : job.ofUser(own.get(job.user())))
        .toList();
  }

  private void readLine() {
    int first = lines.start();
    while (first < lines.end() && SwfLine.isBlank(lines.buffer()[first])) {
      first++;
    }
    if (first == lines.end()) {
      return;
    }
    if (lines.buffer()[first] == '#') {
      header.add(first);
      return;
    }
    jobLines++;
    var fields = fields(first);
    var fault = fault(fields);
    if (fault.isEmpty()) {
      select(fields);
    } else if (options.skipMalformed()) {
      malformed++;
    } else {
      throw lines.fault(fault);
    }
  }

  private String[] fields(int first) {
    var line = new String(lines.buffer(), first, lines.end() - first, StandardCharsets.ISO_8859_1);
    return line.strip().split("[ \t]+", FIELDS + 2);
  }

  /** What is wrong with a line, or nothing. */
  private static String fault(String[] fields) {
    if (fields.length < LEAST_FIELDS || fields.length > FIELDS) {
      return "a job line must have %d fields, at least the first %d, but has %d: %s"
          .formatted(FIELDS, LEAST_FIELDS, fields.length, PrintableText.quoted(fields[0]));
    }
    for (var field : NUMBERS) {
      var text = fields[field.number() - 1];
      if (!field.allows(milli(text))) {
        return field.rule() + ", but is " + PrintableText.quoted(text);
      }
    }
    if (fields[USER].length() > MOST_NAME) {
      return "field 12 (user) must have at most %d characters, but is %s"
          .formatted(MOST_NAME, PrintableText.quoted(fields[USER]));
    }
    return "";
  }

  private static long milli(String text) {
    var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return DecimalText.milli(bytes, 0, bytes.length);
  }

  private void select(String[] fields) {
    var user = name(fields, USER);
    var organization = name(fields, ORGANIZATION);
    organization = organization.isEmpty() ? name(fields, GROUP) : organization;
    var site = name(fields, SITE);
    if (!site.isEmpty()) {
      sites.merge(site, 1, Integer::sum);
    }
    selection.add(
        new LoggedJob(
            whole(fields, SwfField.JOB),
            milli(fields, SwfField.SUBMIT),
            milli(fields, SwfField.WAIT),
            milli(fields, SwfField.RUN),
            whole(fields, SwfField.ALLOCATED_PROCESSORS),
            whole(fields, SwfField.REQUESTED_PROCESSORS),
            milli(fields, SwfField.REQUESTED_TIME),
            user.isEmpty() ? LogUsers.UNKNOWN : users.number(user, organization)),
        lines.ordinal());
  }

  /** A name in a field, or nothing where it is unknown. */
  private static String name(String[] fields, int at) {
    boolean isKnown = at < fields.length && !fields[at].equals("-1");
    var name = isKnown ? PrintableText.line(fields[at].replace(';', ',')) : "";
    return name.substring(0, Math.min(name.length(), MOST_NAME));
  }

  private static long milli(String[] fields, SwfField field) {
    return milli(fields[field.number() - 1]);
  }

  private static long whole(String[] fields, SwfField field) {
    return milli(fields, field) / DecimalText.MILLI;
  }
}
