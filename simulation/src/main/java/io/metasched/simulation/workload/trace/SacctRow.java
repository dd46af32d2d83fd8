package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import java.util.List;
import java.util.Optional;

/** Line of {@code sacct} after the first: a job or a step. */
record SacctRow(SacctColumns columns, List<String> cells) {
  private static final int MOST_NAME = 60;
  private static final long MINUTE_MILLI = 60_000;

  /** Returns the fault of the row, or an empty string. */
  String fault() {
    int count = cells.size();
    if (count != columns.count()) {
      return "a line must have %d cells, but has %d: %s"
          .formatted(columns.count(), count, PrintableText.quoted(String.join("|", cells)));
    }
    for (var column : SacctColumns.IDS) {
      if (columns.has(column) && SacctId.parse(cell(column)).isEmpty()) {
        return rule(column, "a job such as 12, 12_3 or 12_[4-9], or a step such as 12.batch");
      }
    }
    if (id().isStep()) {
      return "";
    }
    for (var column : List.of(SacctColumns.SUBMIT, "Start", "End")) {
      if (timeMilli(column) == SacctText.WRONG) {
        return rule(column, "a time such as 2024-03-01T10:00:00, Unix time, or Unknown");
      }
    }
    for (var column : List.of("Elapsed", "Timelimit")) {
      if (SacctText.durationMilli(cell(column)) == SacctText.WRONG) {
        return rule(column, "a duration such as 1-02:03:04, or a word such as UNLIMITED");
      }
    }
    if (SacctText.unitsMilli(cell("ElapsedRaw"), DecimalText.MILLI) == SacctText.WRONG) {
      return rule("ElapsedRaw", "a number of seconds from 0 on");
    }
    if (SacctText.unitsMilli(cell("TimelimitRaw"), MINUTE_MILLI) == SacctText.WRONG) {
      return rule("TimelimitRaw", "a number of minutes from 0 on, or a word such as UNLIMITED");
    }
    if (processors() < 0) {
      return "the processors must be whole numbers from 0 to %d".formatted(Integer.MAX_VALUE);
    }
    return "";
  }

  private String rule(String column, String allowed) {
    return "%s must be %s, but is %s"
        .formatted(column, allowed, PrintableText.quoted(cell(column)));
  }

  private String cell(String column) {
    return columns.cell(cells, column);
  }

  /** Returns a name of bounded length; empty if there is none. */
  String name(String column) {
    var name = PrintableText.line(cell(column).replace(';', ','));
    return name.substring(0, Math.min(name.length(), MOST_NAME));
  }

  /** Returns the job or step of a valid row. */
  SacctId id() {
    return SacctColumns.IDS.stream()
        .filter(columns::has)
        .findFirst()
        .flatMap(column -> SacctId.parse(cell(column)))
        .orElseThrow();
  }

  /**
   * Returns whether the job had not ended when the log was written: by its state, or by a start
   * without an end.
   */
  boolean isGoingOn() {
    boolean hasNoEnd =
        columns.has("End") && timeMilli("Start") >= 0 && timeMilli("End") == SacctText.UNKNOWN;
    return hasNoEnd || SacctText.isGoingOn(cell("State"));
  }

  /** Returns the submission time of a valid row, in Unix or local time. */
  long submitMilli() {
    return timeMilli(SacctColumns.SUBMIT);
  }

  private long timeMilli(String column) {
    return SacctText.timeMilli(cell(column));
  }

  /** Returns the job of a valid row. */
  LoggedJob job(int user, LoggedJob.Place place) {
    long submit = submitMilli();
    long start = timeMilli("Start");
    boolean hasWait = submit >= 0 && start >= submit;
    return new LoggedJob(
        id().number(),
        submit,
        hasWait ? start - submit : SacctText.UNKNOWN,
        isGoingOn() ? SacctText.UNKNOWN : runMilli(start),
        processors(),
        processors(),
        limitMilli(),
        user,
        SacctText.status(cell("State")),
        Precedence.NONE,
        place);
  }

  /** Returns the partition, and whether the job requests memory. */
  LoggedJob.Place place() {
    return new LoggedJob.Place("", name("Partition"), asksForMemory());
  }

  private boolean asksForMemory() {
    return cell("ReqMem").matches(".*[1-9].*");
  }

  /**
   * Returns the run time counted by Slurm, because differences of local times are wrong if a clock
   * is set back.
   */
  private long runMilli(long start) {
    long raw = SacctText.unitsMilli(cell("ElapsedRaw"), DecimalText.MILLI);
    long elapsed = raw >= 0 ? raw : SacctText.durationMilli(cell("Elapsed"));
    long end = timeMilli("End");
    return elapsed >= 0 ? elapsed : start >= 0 && end >= start ? end - start : SacctText.UNKNOWN;
  }

  private long limitMilli() {
    long limit = SacctText.durationMilli(cell("Timelimit"));
    long known = limit >= 0 ? limit : SacctText.unitsMilli(cell("TimelimitRaw"), MINUTE_MILLI);
    return SwfField.REQUESTED_TIME.allows(known) ? known : SacctText.UNKNOWN;
  }

  /**
   * Returns the allocated processors or, if unknown, the requested ones: Slurm allocates more if
   * nodes are not shared.
   */
  private long processors() {
    var names = columns.haveNodesAlone() ? SacctColumns.NODES : SacctColumns.PROCESSORS;
    long most = 0;
    for (var name : names) {
      var count = count(cell(name));
      if (count.isEmpty()) {
        return -1;
      }
      most = most > 0 ? most : count.get();
    }
    return most;
  }

  private static Optional<Long> count(String text) {
    if (text.isEmpty()) {
      return Optional.of(0L);
    }
    boolean isOne = text.matches("\\d{1,10}") && Long.parseLong(text) <= Integer.MAX_VALUE;
    return isOne ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }
}
