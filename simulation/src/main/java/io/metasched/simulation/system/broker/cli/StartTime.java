package io.metasched.simulation.system.broker.cli;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import io.metasched.simulation.scenario.UsageException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Time of second 0 of a file of tasks, in milliseconds of Unix time, which are the ticks of agents.
 *
 * @param fixed fixed time; empty if it is relative to the current time
 * @param fromNow offset from the current time, in milliseconds
 */
record StartTime(OptionalLong fixed, long fromNow) {
  private static final Pattern LATER = Pattern.compile("\\+(\\d{1,9})s");
  private static final long MILLIS = 1000;

  /**
   * Parses {@code +SECONDSs}, {@code epoch} or an instant.
   *
   * @throws UsageException for anything else
   */
  static StartTime parse(String text) {
    var later = LATER.matcher(text);
    if (later.matches()) {
      return new StartTime(OptionalLong.empty(), Long.parseLong(later.group(1)) * MILLIS);
    } else if (text.equals("epoch")) {
      return new StartTime(OptionalLong.of(0), 0);
    }
    try {
      long millis = Instant.parse(text).toEpochMilli();
      if (millis >= 0) {
        return new StartTime(OptionalLong.of(millis), 0);
      }
    } catch (DateTimeException | ArithmeticException noTime) { // reported below
    }
    throw new UsageException(
        "--start: allowed is +SECONDSs such as +60s, epoch, or a time from 1970 on such as"
            + " 2030-01-31T08:00:00Z, given was "
            + PrintableText.quoted(text));
  }

  /** Returns the tasks of a file with their spans moved to Unix time. */
  List<Task> placed(List<Task> tasks, long now) {
    long zero = fixed.orElse(now + fromNow);
    return tasks.stream().map(task -> later(task, zero)).toList();
  }

  private static Task later(Task task, long zero) {
    var span = new Span(zero + task.span().start(), zero + task.span().end());
    return new Task(task.id(), span, task.load(), task.demand(), task.access());
  }
}
