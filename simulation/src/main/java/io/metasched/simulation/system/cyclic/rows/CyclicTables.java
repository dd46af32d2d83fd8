package io.metasched.simulation.system.cyclic.rows;

import static io.metasched.simulation.rows.ColumnType.DECIMAL;
import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.INTEGER;
import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.JOB;
import static io.metasched.simulation.rows.ColumnType.JOB_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.LIMIT;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.SHARE;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.TEXTS;
import static io.metasched.simulation.rows.ColumnType.UNITS;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Work;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.rows.RowReader;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;
import java.util.Optional;

/** Tables of a cyclic run, with each column declared once; see docs/schema.md. */
public final class CyclicTables {
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
  private static final ColumnType<PaymentRow.Kind> PAYMENT =
      ColumnType.constant(PaymentRow.Kind.values());

  public static final TableFormat<RunHeader> RUN =
      TableFormat.ofTitled(
          RunHeader.class,
          RunHeader::title,
          List.of(
              Column.of("granularity", UNITS, Unit.TIME, RunHeader::granularityTicks),
              Column.of("period", UNITS, Unit.TIME, RunHeader::periodTicks),
              Column.of("horizon", UNITS, Unit.TIME, RunHeader::horizonTicks),
              Column.of("planning", UNITS, Unit.TIME, RunHeader::planningTicks),
              Column.of("organizations", INTEGER, Unit.COUNT, RunHeader::organizations),
              Column.of("users", INTEGER, Unit.COUNT, RunHeader::users),
              Column.of("budget", UNITS_IF_ANY, Unit.MONEY, RunHeader::budgetPerCycleMilli),
              Column.of("refundsUnused", FLAG, RunHeader::refundsUnused),
              Column.of("end", UNITS, Unit.TIME, RunHeader::endTick),
              Column.of("cycles", INTEGER, Unit.CYCLES, RunHeader::cycles),
              Column.of("failedCycles", INTEGER, Unit.CYCLES, RunHeader::failedCycles)));

  public static final TableFormat<NodeRow> NODES =
      new TableFormat<>(
          "nodes.csv",
          List.of(
              Column.of("node", FROM_0, row -> row.node().id()),
              Column.of("domain", FROM_0, row -> row.node().domain()),
              Column.of("performance", FROM_1, row -> row.node().performance()),
              Column.of("price", NOT_NEGATIVE, Unit.PRICE, row -> row.node().priceMilli()),
              Column.of("power", NOT_NEGATIVE, row -> row.node().powerMilli()),
              Column.of("properties", TEXTS, row -> row.node().properties()),
              Column.of("leastPrice", UNITS, Unit.PRICE, NodeRow::leastPriceMilli),
              Column.of("name", TEXT, NodeRow::name),
              Column.of("owner", TEXT, NodeRow::owner)),
          in ->
              new NodeRow(
                  new Node(
                      in.next(FROM_0),
                      in.next(FROM_0),
                      in.next(FROM_1),
                      in.next(NOT_NEGATIVE),
                      in.next(NOT_NEGATIVE),
                      in.next(TEXTS)),
                  in.next(UNITS),
                  in.next(TEXT),
                  in.next(TEXT)));

  public static final TableFormat<UserRow> USERS =
      TableFormat.ofRecord(
          UserRow.class,
          "users.csv",
          List.of(
              Column.of("user", FROM_0, UserRow::user),
              Column.of("name", TEXT, UserRow::name),
              Column.of("vo", FROM_0, UserRow::vo),
              Column.of("organization", TEXT, UserRow::organization),
              Column.of("budget", UNITS_IF_ANY, Unit.MONEY, UserRow::budgetMilli),
              Column.of("weight", NOT_NEGATIVE, UserRow::weightMilli)));

  public static final TableFormat<JobRow> JOBS =
      new TableFormat<>(
          "jobs.csv",
          List.of(
              Column.of("job", JOB, row -> row.job().id()),
              Column.of("user", FROM_0, row -> row.job().user()),
              Column.of("submit", UNITS, Unit.TIME, row -> row.job().submitTick()),
              Column.of("nodes", FROM_1, Unit.NODES, row -> row.job().nodes()),
              Column.of("basis", BASIS, row -> row.job().work().basis()),
              Column.of("work", POSITIVE, row -> row.job().work().amount()),
              Column.of(
                  "leastPerformance", INTEGER, row -> row.job().requirements().leastPerformance()),
              Column.of("properties", TEXTS, row -> row.job().requirements().properties()),
              Column.of("costLimit", LIMIT, Unit.MONEY, row -> row.job().costLimitMilli()),
              Column.of("priceLimit", LIMIT, Unit.PRICE, row -> row.job().slotPriceLimitMilli()),
              Column.of("earliest", NOT_NEGATIVE, Unit.TIME, row -> row.job().earliestStart()),
              Column.of("deadline", LIMIT, Unit.TIME, row -> row.job().deadlineTick()),
              Column.of("criterion", CRITERION, row -> row.job().criterion()),
              Column.of("realKind", REAL_KIND, row -> row.real().kind()),
              Column.of("real", DECIMAL, row -> real(row.real())),
              Column.of("outcome", OUTCOME, JobRow::outcome),
              Column.of("reason", TEXT, JobRow::reason),
              Column.of("cycle", INTEGER_IF_ANY, JobRow::cycle),
              Column.of("booked", UNITS_IF_ANY, Unit.TIME, JobRow::bookedTick),
              Column.of("promisedStart", UNITS_IF_ANY, Unit.TIME, JobRow::promisedStart),
              Column.of("end", UNITS_IF_ANY, Unit.TIME, JobRow::endTick),
              Column.of("stopped", FLAG, JobRow::stopped),
              Column.of("alternatives", INTEGER, Unit.ALTERNATIVES, JobRow::alternatives),
              Column.of("requeues", INTEGER, Unit.COUNT, JobRow::requeues),
              Column.of("moves", INTEGER, Unit.COUNT, JobRow::moves),
              Column.of("cost", UNITS, Unit.MONEY, JobRow::costMilli),
              Column.of("refund", UNITS, Unit.MONEY, JobRow::refundMilli),
              Column.of("name", TEXT, JobRow::name),
              Column.of("logged", UNITS_IF_ANY, Unit.TIME, JobRow::logged),
              Column.of("after", Precedence.COLUMN, JobRow::after)),
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

  public static final TableFormat<PlacementRow> PLACEMENTS =
      TableFormat.ofRecord(
          PlacementRow.class,
          "placements.csv",
          List.of(
              Column.of("job", JOB, PlacementRow::job),
              Column.of("node", INTEGER, PlacementRow::node),
              Column.of("start", UNITS, Unit.TIME, PlacementRow::start),
              Column.of("end", UNITS, Unit.TIME, PlacementRow::end),
              Column.of("cost", UNITS, Unit.MONEY, PlacementRow::costMilli),
              Column.of("price", UNITS, Unit.PRICE, PlacementRow::priceMilli),
              Column.of("realEnd", UNITS, Unit.TIME, PlacementRow::realEnd),
              Column.of("booked", UNITS, Unit.TIME, PlacementRow::bookedTick)));

  public static final TableFormat<LocalRow> LOCAL =
      TableFormat.ofRecord(
          LocalRow.class,
          "local.csv",
          List.of(
              Column.of("node", INTEGER, LocalRow::node),
              Column.of("number", NUMBER, LocalRow::number),
              Column.of("planned", FLAG, LocalRow::planned),
              Column.of("arrival", UNITS, Unit.TIME, LocalRow::arrivalTick),
              Column.of("start", UNITS_IF_ANY, Unit.TIME, LocalRow::start),
              Column.of("length", UNITS, Unit.TIME, LocalRow::lengthTicks)));

  public static final TableFormat<PaymentRow> PAYMENTS =
      new TableFormat<>(
          "payments.csv",
          List.of(
              Column.of("tick", UNITS, Unit.TIME, PaymentRow::tick),
              Column.of("kind", PAYMENT, PaymentRow::kind),
              Column.of("user", INTEGER, PaymentRow::user),
              Column.of("job", JOB_IF_ANY, row -> Optional.ofNullable(row.job())),
              Column.of("node", INTEGER_IF_ANY, PaymentRow::node),
              Column.of("amount", UNITS, Unit.MONEY, PaymentRow::milli)),
          in ->
              new PaymentRow(
                  in.next(UNITS),
                  in.next(PAYMENT),
                  in.next(INTEGER),
                  in.next(JOB_IF_ANY).orElse(null),
                  in.next(INTEGER_IF_ANY),
                  in.next(UNITS)));

  public static final TableFormat<DecisionRow> DECISIONS =
      TableFormat.ofRecord(
          DecisionRow.class,
          "decisions.csv",
          List.of(
              Column.of("tick", UNITS, Unit.TIME, DecisionRow::tick),
              Column.of("cycle", INTEGER_IF_ANY, DecisionRow::cycle),
              Column.of("job", JOB, DecisionRow::job),
              Column.of("event", TEXT, DecisionRow::event),
              Column.of("reason", TEXT, DecisionRow::reason),
              Column.of("detail", TEXT, DecisionRow::detail)));

  public static final TableFormat<CycleRow> CYCLES =
      TableFormat.ofRecord(
          CycleRow.class,
          "cycles.csv",
          List.of(
              Column.of("cycle", INTEGER, CycleRow::cycle),
              Column.of("vo", INTEGER, CycleRow::vo),
              Column.of("tick", UNITS, Unit.TIME, CycleRow::tick),
              Column.of("batch", INTEGER, Unit.JOBS, CycleRow::batch),
              Column.of("slots", INTEGER, Unit.COUNT, CycleRow::slots),
              Column.of("placed", INTEGER, Unit.JOBS, CycleRow::placed),
              Column.of("withoutAlternative", INTEGER, Unit.JOBS, CycleRow::withoutAlternative),
              Column.of("postponed", INTEGER, Unit.JOBS, CycleRow::postponed),
              Column.of("requeued", INTEGER, Unit.JOBS, CycleRow::requeued),
              Column.of("refused", INTEGER, Unit.JOBS, CycleRow::refused),
              Column.of("alternatives", NUMBER, Unit.ALTERNATIVES, CycleRow::alternatives)));

  private CyclicTables() {}

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
