package io.metasched.simulation.system.cyclic.rows;

import static io.metasched.simulation.rows.ColumnType.DECIMAL;
import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.INTEGER;
import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.JOB;
import static io.metasched.simulation.rows.ColumnType.LIMIT;
import static io.metasched.simulation.rows.ColumnType.SHARE;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.TEXTS;
import static io.metasched.simulation.rows.ColumnType.UNITS;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Work;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.RowReader;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;

/** Table of the jobs of a cyclic run, with each column declared once. */
final class JobTable {
  private static final ColumnType<Integer> FROM_0 = ColumnType.integerFrom(0);
  private static final ColumnType<Integer> FROM_1 = ColumnType.integerFrom(1);
  private static final ColumnType<Long> NOT_NEGATIVE = ColumnType.unitsFrom(0);
  private static final ColumnType<Long> POSITIVE = ColumnType.unitsFrom(1);
  private static final ColumnType<Work.Basis> BASIS = ColumnType.constant(Work.Basis.values());
  private static final ColumnType<Criterion> CRITERION =
      ColumnType.oneOf(List.of(Criterion.values()), Criterion::label);
  private static final ColumnType<RealLength.Kind> REAL_KIND =
      ColumnType.constant(RealLength.Kind.values());
  private static final ColumnType<JobStatus> OUTCOME =
      ColumnType.oneOf(List.of(JobStatus.values()), JobStatus::label);

  /** Format of jobs.csv. */
  static final TableFormat<JobRow> FORMAT =
      new TableFormat<>(
          "jobs.csv",
          List.of(
              Column.of("job", JOB, "id of the job", row -> row.job().id()),
              Column.of("user", FROM_0, "user who submits it and pays", row -> row.job().user()),
              Column.of("submit", UNITS, Unit.TIME, "submission", row -> row.job().submitTick()),
              Column.of(
                  "nodes",
                  FROM_1,
                  Unit.NODES,
                  "requested number of nodes at one start",
                  row -> row.job().nodes()),
              Column.of(
                  "basis",
                  BASIS,
                  "whether `work` is a volume or a duration",
                  row -> row.job().work().basis()),
              Column.of(
                  "work",
                  POSITIVE,
                  "work of each part by the estimate: volume, or time",
                  row -> row.job().work().amount()),
              Column.of(
                  "leastPerformance",
                  INTEGER,
                  "minimum performance of each node",
                  row -> row.job().requirements().leastPerformance()),
              Column.of(
                  "properties",
                  TEXTS,
                  "required properties of each node, such as `ssd;memory>=64;gpu=a100`",
                  row -> row.job().requirements().properties()),
              Column.of(
                  "costLimit",
                  LIMIT,
                  Unit.MONEY,
                  "maximum cost of the window; empty for none",
                  row -> row.job().costLimitMilli()),
              Column.of(
                  "priceLimit",
                  LIMIT,
                  Unit.PRICE,
                  "maximum price of each node; empty for none",
                  row -> row.job().slotPriceLimitMilli()),
              Column.of(
                  "earliest",
                  NOT_NEGATIVE,
                  Unit.TIME,
                  "earliest start of its parts",
                  row -> row.job().earliestStart()),
              Column.of(
                  "deadline",
                  LIMIT,
                  Unit.TIME,
                  "latest end of its parts; empty for none",
                  row -> row.job().deadlineTick()),
              Column.of(
                  "criterion",
                  CRITERION,
                  "quantity that the user minimizes",
                  row -> row.job().criterion()),
              Column.of(
                  "realKind",
                  REAL_KIND,
                  "whether `real` is a share of the reserved length, a volume or a duration",
                  row -> row.real().kind()),
              Column.of(
                  "real",
                  DECIMAL,
                  "real work of each part; a share has up to 6 decimals",
                  row -> real(row.real())),
              Column.of("outcome", OUTCOME, "outcome of the job", JobRow::outcome),
              Column.of(
                  "reason",
                  TEXT,
                  "reason of a refusal, else empty: " + RowFormat.words(RefusalReason.values()),
                  JobRow::reason),
              Column.of(
                  "cycle",
                  INTEGER_IF_ANY,
                  "cycle that booked it; empty if it was never booked",
                  JobRow::cycle),
              Column.of(
                  "booked",
                  UNITS_IF_ANY,
                  Unit.TIME,
                  "booking of its last window, or empty",
                  JobRow::bookedTick),
              Column.of(
                  "promisedStart",
                  UNITS_IF_ANY,
                  Unit.TIME,
                  "start of the first window booked for it, or empty",
                  JobRow::promisedStart),
              Column.of(
                  "end",
                  UNITS_IF_ANY,
                  Unit.TIME,
                  "time at which it finished, was refused or withdrawn, or empty",
                  JobRow::endTick),
              Column.of(
                  "stopped", FLAG, "whether it was stopped at its reserved end", JobRow::stopped),
              Column.of(
                  "alternatives",
                  INTEGER,
                  Unit.ALTERNATIVES,
                  "alternatives found in the cycle that booked it",
                  JobRow::alternatives),
              Column.of(
                  "requeues",
                  INTEGER,
                  Unit.COUNT,
                  "number of returns to the queue after refusals by owners",
                  JobRow::requeues),
              Column.of(
                  "moves", INTEGER, Unit.COUNT, "number of moves to another window", JobRow::moves),
              Column.of(
                  "cost",
                  UNITS,
                  Unit.MONEY,
                  "charge for the window in which it ran; 0 if it did not run",
                  JobRow::costMilli),
              Column.of(
                  "refund",
                  UNITS,
                  Unit.MONEY,
                  "refund when it finished or was withdrawn",
                  JobRow::refundMilli),
              Column.of("name", TEXT, "name in the file of jobs, if it has one", JobRow::name),
              Column.of(
                  "logged",
                  UNITS_IF_ANY,
                  Unit.TIME,
                  "submission in the log, if it waited for other jobs; else empty",
                  JobRow::logged),
              Column.of(
                  "after",
                  Precedence.COLUMN,
                  "jobs it waited for, such as `3;17`, with the time to think after them: `17+20`",
                  JobRow::after)),
          in ->
              new JobRow(
                  job(in),
                  real(in),
                  in.next(OUTCOME),
                  in.next(TEXT),
                  in.next(INTEGER_IF_ANY),
                  in.next(UNITS_IF_ANY),
                  in.next(UNITS_IF_ANY),
                  in.next(UNITS_IF_ANY),
                  in.next(FLAG),
                  in.next(INTEGER),
                  in.next(INTEGER),
                  in.next(INTEGER),
                  in.next(UNITS),
                  in.next(UNITS),
                  in.next(TEXT),
                  in.next(UNITS_IF_ANY),
                  in.next(Precedence.COLUMN)));

  private JobTable() {}

  private static Job job(RowReader<JobRow> in) {
    return new Job(
        in.next(JOB),
        in.next(FROM_0),
        in.next(UNITS),
        in.next(FROM_1),
        new Work(in.next(BASIS), in.next(POSITIVE)),
        new Requirements(in.next(INTEGER), in.next(TEXTS)),
        in.next(LIMIT),
        in.next(LIMIT),
        in.next(NOT_NEGATIVE),
        in.next(LIMIT),
        in.next(CRITERION));
  }

  private static RealLength real(RowReader<JobRow> in) {
    var kind = in.next(REAL_KIND);
    boolean isShare = kind == RealLength.Kind.FRACTION;
    return new RealLength(kind, in.nextAs(DECIMAL, isShare ? SHARE : POSITIVE));
  }

  private static String real(RealLength real) {
    return real.kind() == RealLength.Kind.FRACTION
        ? Decimals.ofMillionths(real.amount())
        : Decimals.ofThousandths(real.amount());
  }
}
