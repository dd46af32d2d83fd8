package io.metasched.simulation.workload.trace;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.simulation.rows.CellReader;
import io.metasched.simulation.rows.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Jobs that a job waits for. Unless it is planned together with these jobs, the job is submitted
 * when the last preceding job has ended and the think time of the user has passed, and not before
 * the job's own time.
 *
 * @param jobs ids of the preceding jobs, ascending; empty for a job that does not wait
 * @param thinkTicks think time from the last end to the submission, at least 0
 * @param condition condition that the preceding jobs must meet
 */
public record Precedence(List<Long> jobs, long thinkTicks, Condition condition) {
  /** Condition of preceding jobs. */
  public enum Condition {
    /** They have ended, or were refused or withdrawn. */
    ENDED(""),
    /** They have begun and ended; otherwise, the job is refused. */
    RAN("!"),
    /** Their windows end before the window of the job begins; the submission does not wait. */
    PLANNED("*");

    private final String mark;

    Condition(String mark) {
      this.mark = mark;
    }
  }

  /** Precedence of a job without preceding jobs. */
  public static final Precedence NONE = new Precedence(List.of(), 0);

  /**
   * Column with cells such as {@code 17}, {@code 3;17}, {@code 17+20} with 20 s think time, or
   * {@code 17!} if the run of job 17 is required, or {@code 17*} if they are planned together;
   * empty for none.
   */
  public static final ColumnType<Precedence> COLUMN =
      new ColumnType<>(
          "jobs or empty",
          (cells, precedence) -> cells.text(precedence.text()),
          Precedence::parsed);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,16}(?:;\\d{1,16})*)(?:\\+(\\d{1,11}(?:\\.\\d{1,3})?))?([!*]?)");

  /** Sorts the ids and removes duplicates. */
  public Precedence {
    jobs = List.copyOf(new TreeSet<>(jobs));
    if (thinkTicks < 0) {
      throw new IllegalArgumentException("a think time must be at least 0, but is " + thinkTicks);
    }
  }

  /** Creates a precedence of jobs that need not have run. */
  public Precedence(List<Long> jobs, long thinkTicks) {
    this(jobs, thinkTicks, Condition.ENDED);
  }

  /** Returns a copy that requires the run of the preceding jobs, if there are any. */
  public Precedence required() {
    return isNone() ? this : new Precedence(jobs, thinkTicks, Condition.RAN);
  }

  /** Returns whether the submission of the job waits for preceding jobs. */
  public boolean delays() {
    return !isNone() && condition != Condition.PLANNED;
  }

  /** Returns whether the job is refused if one of the preceding jobs never ran. */
  public boolean isRequired() {
    return condition == Condition.RAN;
  }

  /** Returns whether there is no preceding job. */
  public boolean isNone() {
    return jobs.isEmpty();
  }

  private String text() {
    var ids = jobs.stream().map(String::valueOf).collect(Collectors.joining(";"));
    var think = thinkTicks == 0 || isNone() ? "" : "+" + ofThousandths(thinkTicks);
    return ids + think + condition.mark;
  }

  private static Precedence parsed(CellReader cells) {
    var text = cells.text();
    if (text.isEmpty()) {
      return NONE;
    }
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw cells.malformed("ids of jobs with semicolons between them, +SECONDS and ! or *");
    }
    var think = parts.group(2) == null ? new byte[0] : octets(parts.group(2));
    return new Precedence(
        Arrays.stream(parts.group(1).split(";", -1)).map(Long::valueOf).toList(),
        think.length == 0 ? 0 : DecimalText.milli(think, 0, think.length),
        condition(parts.group(3)));
  }

  private static Condition condition(String mark) {
    return Arrays.stream(Condition.values())
        .filter(each -> each.mark.equals(mark))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] octets(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
