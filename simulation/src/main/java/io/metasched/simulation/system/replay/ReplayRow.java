package io.metasched.simulation.system.replay;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.INTEGER;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;

/**
 * Job of a replay.
 *
 * @param id number in the log
 * @param submit tick of its submission
 * @param start tick of its start, -1 if it never started
 * @param end tick of its end, -1 if it never started
 * @param processors number of processors that the job took
 * @param waitTicks wait, -1 if it never started
 * @param estimate estimated run time, in ticks
 * @param stopped whether it was stopped at its estimate
 * @param user number of the user, -1 if unknown
 * @param promisedAt tick of its first promise of a start, -1 if there was none
 * @param promisedStart start of that promise, -1 if there was none
 * @param logged submit time in the log; -1 if the job did not wait for other jobs
 * @param after jobs for which the job waited
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

  private static final ColumnType<Long> TICKS = UNITS_IF_ANY;

  /** Format of jobs.csv. */
  static final TableFormat<ReplayRow> FORMAT =
      TableFormat.ofRecord(
          ReplayRow.class,
          "jobs.csv",
          field("id", NUMBER, "number in the log"),
          field(
              "submit",
              unitsFrom(0),
              SECONDS,
              "submission, in the time of the log times the arrival factor"),
          field("start", TICKS, SECONDS, "start; never empty in a sound run"),
          field("end", TICKS, SECONDS, "end; never empty in a sound run"),
          field("processors", integerFrom(1), PROCESSORS, "number of processors"),
          field("wait", TICKS, SECONDS, "start - submit"),
          field("estimate", unitsFrom(1), SECONDS, "run time given to the scheduler"),
          field("stopped", FLAG, "whether the job was stopped at its estimate"),
          field("user", INTEGER, "number of the user, -1 if unknown"),
          field(
              "promisedAt",
              TICKS,
              SECONDS,
              "time of the first promise of a start; empty without a promise"),
          field("promisedStart", TICKS, SECONDS, "start promised then"),
          field(
              "logged",
              TICKS,
              SECONDS,
              "submission in the log, if the job waited for other jobs; else empty"),
          field(
              "after",
              Precedence.COLUMN,
              "preceding jobs, such as `3;17`, with the think time after each: `17+20`"));

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
