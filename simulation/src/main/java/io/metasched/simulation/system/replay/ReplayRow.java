package io.metasched.simulation.system.replay;

import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;
import java.util.List;

/**
 * Job of a replay.
 *
 * @param id number in the log
 * @param submit tick of its submission
 * @param start tick of its start, -1 if it never started
 * @param end tick of its end, -1 if it never started
 * @param processors number of processors it took
 * @param waitTicks wait, -1 if it never started
 * @param estimate estimated run time, in ticks
 * @param stopped whether it was stopped at its estimate
 * @param user number of the user, -1 if unknown
 * @param promisedAt tick of its first promise of a start, -1 if there was none
 * @param promisedStart start of that promise, -1 if there was none
 * @param logged submit time in the log; -1 if it did not wait for other jobs
 * @param after jobs for which it waited
 */
public record ReplayRow(
    long id,
    long submit,
    long start,
    long end,
    int processors,
    long waitTicks,
    long estimate,
    boolean stopped,
    int user,
    long promisedAt,
    long promisedStart,
    long logged,
    Precedence after) {
  /** Order by submission. */
  static final Comparator<ReplayRow> ORDER =
      Comparator.comparingLong(ReplayRow::submit).thenComparingLong(ReplayRow::id);

  private static final ColumnType<Long> TICKS = ColumnType.UNITS_IF_ANY;

  /** Format of jobs.csv. */
  static final TableFormat<ReplayRow> FORMAT =
      TableFormat.ofRecord(
          ReplayRow.class,
          "jobs.csv",
          List.of(
              Column.of("id", ColumnType.NUMBER, "number in the log", ReplayRow::id),
              Column.of(
                  "submit",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "submission, in the time of the log times the arrival factor",
                  ReplayRow::submit),
              Column.of(
                  "start",
                  TICKS,
                  Unit.SECONDS,
                  "start; never empty in a sound run",
                  ReplayRow::start),
              Column.of(
                  "end", TICKS, Unit.SECONDS, "end; never empty in a sound run", ReplayRow::end),
              Column.of(
                  "processors",
                  ColumnType.integerFrom(1),
                  Unit.PROCESSORS,
                  "number of processors",
                  ReplayRow::processors),
              Column.of("wait", TICKS, Unit.SECONDS, "start - submit", ReplayRow::waitTicks),
              Column.of(
                  "estimate",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "run time that the scheduler was given",
                  ReplayRow::estimate),
              Column.of(
                  "stopped",
                  ColumnType.FLAG,
                  "whether it was stopped at its estimate",
                  ReplayRow::stopped),
              Column.of(
                  "user", ColumnType.INTEGER, "number of its user, -1 if unknown", ReplayRow::user),
              Column.of(
                  "promisedAt",
                  TICKS,
                  Unit.SECONDS,
                  "time at which its first start was promised; empty without a promise",
                  ReplayRow::promisedAt),
              Column.of(
                  "promisedStart",
                  TICKS,
                  Unit.SECONDS,
                  "that promised start",
                  ReplayRow::promisedStart),
              Column.of(
                  "logged",
                  TICKS,
                  Unit.SECONDS,
                  "submission in the log, if it waited for other jobs; else empty",
                  ReplayRow::logged),
              Column.of(
                  "after",
                  Precedence.COLUMN,
                  "jobs it waited for, such as `3;17`, with the time to think after them: `17+20`",
                  ReplayRow::after)));

  /** Creates the row of a job of a schedule. */
  static ReplayRow of(Schedule schedule, int at, long promisedAt, long promisedStart, long logged) {
    var job = schedule.jobs().get(at);
    boolean started = schedule.hasStarted(at);
    long start = schedule.startTicks()[at];
    return new ReplayRow(
        job.id(),
        job.submitTick(),
        start,
        started ? schedule.endTick(at) : -1,
        job.processors(),
        started ? start - job.submitTick() : -1,
        job.estimateTicks(),
        job.stopped(),
        job.user(),
        promisedAt,
        promisedStart,
        logged,
        job.precedence());
  }

  /** Returns the arrival, for the rule. */
  ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** Returns whether the job ran. */
  boolean hasRun() {
    return start >= 0 && end >= 0;
  }

  /** Returns the run time, in ticks. */
  long runTicks() {
    return end - start;
  }

  /** Returns the time from its submission to its end, in ticks. */
  long flowTicks() {
    return end - submit;
  }
}
