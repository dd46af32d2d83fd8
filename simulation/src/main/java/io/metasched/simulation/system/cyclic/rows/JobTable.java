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
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.oneOf;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.RowPart.nested;
import static io.metasched.simulation.rows.Unit.ALTERNATIVES;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.MONEY;
import static io.metasched.simulation.rows.Unit.NODES;
import static io.metasched.simulation.rows.Unit.PRICE;
import static io.metasched.simulation.rows.Unit.TIME;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Work;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.RowPart;
import io.metasched.simulation.rows.RowReader;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;

/** Table of the jobs of a cyclic run, with each column declared once. */
final class JobTable {
  private static final ColumnType<RealLength.Kind> REAL_KIND = constant(RealLength.Kind.values());
  private static final ColumnType<Long> POSITIVE = unitsFrom(1);

  /** Real length, whose amount has the precision of its kind. */
  private static final RowPart REAL =
      new RowPart.Own<>(
          List.of(
              Column.of(
                  "realKind",
                  REAL_KIND,
                  "whether `real` is a share of the reserved length, a volume or a duration",
                  RealLength::kind),
              Column.of(
                  "real",
                  DECIMAL,
                  "real work of each part; a share has up to 6 decimals",
                  JobTable::amount)),
          JobTable::real);

  private static final RowPart WORK =
      nested(
          field("basis", constant(Work.Basis.values()), "whether `work` is a volume or a duration"),
          field("work", POSITIVE, "work of each part by the estimate: volume, or time"));
  private static final RowPart REQUIREMENTS =
      nested(
          field("leastPerformance", INTEGER, "minimum performance of each node"),
          field(
              "properties",
              TEXTS,
              "required properties of each node, such as `ssd;memory>=64;gpu=a100`"));
  private static final RowPart JOB_PARTS =
      nested(
          field("job", JOB, "id of the job"),
          field("user", integerFrom(0), "user who submits the job and pays"),
          field("submit", UNITS, TIME, "submission"),
          field("nodes", integerFrom(1), NODES, "requested number of nodes at one start"),
          WORK,
          REQUIREMENTS,
          field("costLimit", LIMIT, MONEY, "maximum cost of the window; empty for none"),
          field("priceLimit", LIMIT, PRICE, "maximum price of each node; empty for none"),
          field("earliest", unitsFrom(0), TIME, "earliest start of the parts"),
          field("deadline", LIMIT, TIME, "latest end of the parts; empty for none"),
          field(
              "criterion",
              oneOf(List.of(Criterion.values()), Criterion::label),
              "quantity that the user minimizes"),
          field("priority", integerFrom(0), "priority among the waiting jobs"));

  /** Format of jobs.csv. */
  static final TableFormat<JobRow> FORMAT =
      TableFormat.ofRecord(
          JobRow.class,
          "jobs.csv",
          JOB_PARTS,
          REAL,
          field(
              "outcome",
              oneOf(List.of(JobStatus.values()), JobStatus::label),
              "outcome of the job"),
          field(
              "reason",
              TEXT,
              "reason of a refusal, else empty: " + RowFormat.words(RefusalReason.values())),
          field("cycle", INTEGER_IF_ANY, "cycle that booked the job; empty for none"),
          field("booked", UNITS_IF_ANY, TIME, "booking of the last window, or empty"),
          field(
              "promisedStart",
              UNITS_IF_ANY,
              TIME,
              "start of the first window booked for the job, or empty"),
          field(
              "end",
              UNITS_IF_ANY,
              TIME,
              "time at which the job finished, was refused or withdrawn, or empty"),
          field("stopped", FLAG, "whether the job was stopped at its reserved end"),
          field(
              "alternatives",
              INTEGER,
              ALTERNATIVES,
              "alternatives found in the cycle that booked the job"),
          field(
              "requeues",
              INTEGER,
              COUNT,
              "number of returns to the queue after refusals by owners"),
          field("moves", INTEGER, COUNT, "number of moves to another window"),
          field("cost", UNITS, MONEY, "charge for the window in which the job ran; 0 for none"),
          field("refund", UNITS, MONEY, "refund at the end or the withdrawal"),
          field("name", TEXT, "name in the file of jobs, if it has one"),
          field(
              "logged",
              UNITS_IF_ANY,
              TIME,
              "submission in the log, if the job waited for other jobs; else empty"),
          field(
              "after",
              Precedence.COLUMN,
              "preceding jobs, such as `3;17`, with the think time after each: `17+20`; `17!` if"
                  + " their run is required, `17*` if they are planned together"),
          field("workflow", INTEGER_IF_ANY, "number of its workflow; empty for none"));

  private JobTable() {}

  private static RealLength real(RowReader<?> in) {
    var kind = in.next(REAL_KIND);
    boolean isShare = kind == RealLength.Kind.FRACTION;
    return new RealLength(kind, in.nextAs(DECIMAL, isShare ? SHARE : POSITIVE));
  }

  private static String amount(RealLength real) {
    return real.kind() == RealLength.Kind.FRACTION
        ? Decimals.ofMillionths(real.amount())
        : Decimals.ofThousandths(real.amount());
  }
}
