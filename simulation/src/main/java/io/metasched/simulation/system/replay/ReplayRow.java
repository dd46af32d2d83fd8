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
 * A job of a replay.
 *
 * @param id number in the log
 * @param submit tick of its submission
 * @param start tick, -1 where it never started
 * @param end tick, -1 where it never started
 * @param processors how many it took
 * @param waitTicks wait, -1 where it never started
 * @param estimate in ticks
 * @param stopped whether it was stopped at its estimate
 * @param user number, -1 where unknown
 * @param promisedAt tick at which it was first promised a start, -1 where it was not
 * @param promisedStart the start that it was promised then, -1 where it was not
 * @param logged when the log has it submitted; -1 where it waited for no other job
 * @param after the jobs that it waited for
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
  /** By submission. */
  static final Comparator<ReplayRow> ORDER =
      Comparator.comparingLong(ReplayRow::submit).thenComparingLong(ReplayRow::id);

  private static final ColumnType<Long> TICKS = ColumnType.UNITS_IF_ANY;

  /** The jobs of a policy. */
  static final TableFormat<ReplayRow> FORMAT =
      TableFormat.ofRecord(
          ReplayRow.class,
          "jobs.csv",
          List.of(
              Column.of("id", ColumnType.NUMBER, ReplayRow::id),
              Column.of("submit", ColumnType.unitsFrom(0), Unit.SECONDS, ReplayRow::submit),
              Column.of("start", TICKS, Unit.SECONDS, ReplayRow::start),
              Column.of("end", TICKS, Unit.SECONDS, ReplayRow::end),
              Column.of(
                  "processors", ColumnType.integerFrom(1), Unit.PROCESSORS, ReplayRow::processors),
              Column.of("wait", TICKS, Unit.SECONDS, ReplayRow::waitTicks),
              Column.of("estimate", ColumnType.unitsFrom(1), Unit.SECONDS, ReplayRow::estimate),
              Column.of("stopped", ColumnType.FLAG, ReplayRow::stopped),
              Column.of("user", ColumnType.INTEGER, ReplayRow::user),
              Column.of("promisedAt", TICKS, Unit.SECONDS, ReplayRow::promisedAt),
              Column.of("promisedStart", TICKS, Unit.SECONDS, ReplayRow::promisedStart),
              Column.of("logged", TICKS, Unit.SECONDS, ReplayRow::logged),
              Column.of("after", Precedence.COLUMN, ReplayRow::after)));

  /** The row of a job of a schedule. */
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

  /** When it was submitted, for the rule. */
  ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** Whether it ran. */
  boolean hasRun() {
    return start >= 0 && end >= 0;
  }

  /** How long it ran. */
  long runTicks() {
    return end - start;
  }

  /** From its submission to its end. */
  long flowTicks() {
    return end - submit;
  }
}
