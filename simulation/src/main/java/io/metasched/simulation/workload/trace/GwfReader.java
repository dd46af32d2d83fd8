package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.input.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Reader of logs in the Grid Workloads Format: comments after {@code #} and one line of 29 fields
 * per job, plain or gzip; -1 is unknown. Source: the Grid Workloads Archive. The first eleven
 * fields are those of the Standard Workload Format and are used in the same way; users, groups,
 * virtual organizations and sites are names. A user's organization is the virtual organization or,
 * if unknown, the group. Lines may end after the field of the user.
 *
 * <p>Bounds and errors are the same as in {@link SwfReader}.
 */
public final class GwfReader {
  private static final String UNKNOWN = "-1";
  private static final int FIELDS = 29;
  private static final int LEAST_FIELDS = 12;
  private static final int USER = 11;
  private static final int QUEUE = 14;
  private static final int PARTITION = 15;
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

  private final JobLines log;
  private final LogUsers users = new LogUsers();
  private final TreeMap<String, Integer> sites = new TreeMap<>();

  private GwfReader(TraceOptions options) {
    log = new JobLines(options, TraceLimits.STANDARD, '#');
  }

  /**
   * Reads a log.
   *
   * @throws TraceException if the file cannot be read, has another format, or no job remains
   * @throws InputException if lines are malformed, unless they are skipped
   */
  public static Trace read(Path file, TraceOptions options) {
    var reader = new GwfReader(options);
    var files = List.of(file);
    reader.log.read(files, reader::job);
    return reader.log.trace(files, reader.users, reader.log.processors(), reader.notes());
  }

  private List<String> notes() {
    return sites.isEmpty()
        ? List.of()
        : List.of("site: %d sites, not used".formatted(sites.size()));
  }

  /** Reads the current line; returns its fault, or an empty string. */
  private String job() {
    var fields = fields();
    var fault = fault(fields);
    if (fault.isEmpty()) {
      select(fields);
    }
    return fault;
  }

  private String[] fields() {
    var lines = log.lines();
    int length = lines.end() - lines.start();
    var line = new String(lines.buffer(), lines.start(), length, StandardCharsets.ISO_8859_1);
    return line.chars().filter(sign -> sign == '\t').count() >= LEAST_FIELDS - 1
        ? cells(line)
        : line.strip().split("[ \t]+", FIELDS + 2);
  }

  /**
   * Returns the fields of a line with tabs between them; an empty field is unknown. Cells after the
   * last field are ignored if all of them are blank.
   */
  private static String[] cells(String line) {
    var cells = line.split("\t", FIELDS + 2);
    boolean isPadded = Arrays.stream(cells).skip(FIELDS).allMatch(String::isBlank);
    return Arrays.stream(cells)
        .map(String::strip)
        .map(cell -> cell.isEmpty() ? UNKNOWN : cell)
        .limit(isPadded ? FIELDS : cells.length)
        .toArray(String[]::new);
  }

  /** Returns the fault of a line, or an empty string. */
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
    log.selection()
        .add(
            new LoggedJob(
                whole(fields, SwfField.JOB),
                milli(fields, SwfField.SUBMIT),
                milli(fields, SwfField.WAIT),
                milli(fields, SwfField.RUN),
                whole(fields, SwfField.ALLOCATED_PROCESSORS),
                whole(fields, SwfField.REQUESTED_PROCESSORS),
                milli(fields, SwfField.REQUESTED_TIME),
                user.isEmpty() ? LogUsers.UNKNOWN : users.number(user, organization),
                LoggedJob.status(milli(fields[SwfField.STATUS.number() - 1])),
                Precedence.NONE,
                new LoggedJob.Place(
                    name(fields, QUEUE),
                    name(fields, PARTITION),
                    milli(fields, SwfField.REQUESTED_MEMORY) > 0)),
            log.lines().ordinal());
  }

  /** Returns the name in a field; empty if it is unknown. */
  private static String name(String[] fields, int at) {
    boolean isKnown = at < fields.length && !fields[at].equals(UNKNOWN);
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
