package io.metasched.simulation.system.cyclic.rows;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.INTEGER;
import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.JOB;
import static io.metasched.simulation.rows.ColumnType.JOB_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.TEXTS;
import static io.metasched.simulation.rows.ColumnType.UNITS;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;

import io.metasched.resource.model.Node;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/** Tables of a cyclic run, with each column declared once; see docs/schema.md. */
public final class CyclicTables {
  private static final ColumnType<Integer> FROM_0 = ColumnType.integerFrom(0);
  private static final ColumnType<Integer> FROM_1 = ColumnType.integerFrom(1);
  private static final ColumnType<Long> NOT_NEGATIVE = ColumnType.unitsFrom(0);
  private static final ColumnType<PaymentRow.Kind> PAYMENT =
      ColumnType.constant(PaymentRow.Kind.values());

  public static final TableFormat<RunHeader> RUN =
      TableFormat.ofTitled(
          RunHeader.class,
          RunHeader::title,
          List.of(
              Column.of(
                  "granularity",
                  UNITS,
                  Unit.TIME,
                  "lengths of parts are multiples of it",
                  RunHeader::granularityTicks),
              Column.of(
                  "period", UNITS, Unit.TIME, "time between two cycles", RunHeader::periodTicks),
              Column.of(
                  "horizon",
                  UNITS,
                  Unit.TIME,
                  "how far a cycle plans from its snapshot",
                  RunHeader::horizonTicks),
              Column.of(
                  "planning",
                  UNITS,
                  Unit.TIME,
                  "time from the snapshot of a cycle to its bookings, below the period",
                  RunHeader::planningTicks),
              Column.of(
                  "organizations",
                  INTEGER,
                  Unit.COUNT,
                  "number of virtual organizations, which are numbered from 0",
                  RunHeader::organizations),
              Column.of(
                  "users",
                  INTEGER,
                  Unit.COUNT,
                  "number of users, who are numbered from 0",
                  RunHeader::users),
              Column.of(
                  "budget",
                  UNITS_IF_ANY,
                  Unit.MONEY,
                  "largest deposit of a user per cycle; empty if accounts are unlimited",
                  RunHeader::budgetPerCycleMilli),
              Column.of(
                  "refundsUnused",
                  FLAG,
                  "whether the unused part of the window of a finished job is refunded",
                  RunHeader::refundsUnused),
              Column.of("end", UNITS, Unit.TIME, "time of the last event", RunHeader::endTick),
              Column.of("cycles", INTEGER, Unit.CYCLES, "number of cycles", RunHeader::cycles),
              Column.of(
                  "failedCycles",
                  INTEGER,
                  Unit.CYCLES,
                  "number of cycles in which some job had no alternative",
                  RunHeader::failedCycles)));

  public static final TableFormat<NodeRow> NODES =
      new TableFormat<>(
          "nodes.csv",
          List.of(
              Column.of("node", FROM_0, "id of the node", row -> row.node().id()),
              Column.of("domain", FROM_0, "domain to which it belongs", row -> row.node().domain()),
              Column.of(
                  "performance",
                  FROM_1,
                  "volume that it executes per unit of time",
                  row -> row.node().performance()),
              Column.of(
                  "price", NOT_NEGATIVE, Unit.PRICE, "list price", row -> row.node().priceMilli()),
              Column.of(
                  "power",
                  NOT_NEGATIVE,
                  "power that a running part draws",
                  row -> row.node().powerMilli()),
              Column.of(
                  "properties",
                  TEXTS,
                  "properties, such as `ssd;memory=64`",
                  row -> row.node().properties()),
              Column.of(
                  "leastPrice",
                  UNITS,
                  Unit.PRICE,
                  "minimum price that its owner may ask",
                  NodeRow::leastPriceMilli),
              Column.of("name", TEXT, "name in the file of nodes, if it has one", NodeRow::name),
              Column.of(
                  "owner",
                  TEXT,
                  "name of its domain in the file of nodes, if it has one",
                  NodeRow::owner)),
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
              Column.of("user", FROM_0, "number of the user", UserRow::user),
              Column.of("name", TEXT, "name of the user, if any", UserRow::name),
              Column.of("vo", FROM_0, "virtual organization of the user", UserRow::vo),
              Column.of(
                  "organization", TEXT, "name of the organization, if any", UserRow::organization),
              Column.of(
                  "budget",
                  UNITS_IF_ANY,
                  Unit.MONEY,
                  "deposit per cycle; empty if accounts are unlimited",
                  UserRow::budgetMilli),
              Column.of(
                  "weight",
                  NOT_NEGATIVE,
                  "weight of the user among those to whom jobs without a user were assigned",
                  UserRow::weightMilli)));

  public static final TableFormat<JobRow> JOBS = JobTable.FORMAT;

  public static final TableFormat<PlacementRow> PLACEMENTS =
      TableFormat.ofRecord(
          PlacementRow.class,
          "placements.csv",
          List.of(
              Column.of("job", JOB, "job of the part", PlacementRow::job),
              Column.of("node", INTEGER, "node of the part", PlacementRow::node),
              Column.of("start", UNITS, Unit.TIME, "start", PlacementRow::start),
              Column.of("end", UNITS, Unit.TIME, "end of the reservation", PlacementRow::end),
              Column.of(
                  "cost",
                  UNITS,
                  Unit.MONEY,
                  "price x reserved time, rounded up to a thousandth",
                  PlacementRow::costMilli),
              Column.of("price", UNITS, Unit.PRICE, "price of the slot", PlacementRow::priceMilli),
              Column.of(
                  "realEnd",
                  UNITS,
                  Unit.TIME,
                  "time at which the job left the node; the rest was given back",
                  PlacementRow::realEnd),
              Column.of("booked", UNITS, Unit.TIME, "booking", PlacementRow::bookedTick)));

  public static final TableFormat<LocalRow> LOCAL =
      TableFormat.ofRecord(
          LocalRow.class,
          "local.csv",
          List.of(
              Column.of("node", INTEGER, "node of the local job", LocalRow::node),
              Column.of("number", NUMBER, "number, unique on the node", LocalRow::number),
              Column.of(
                  "planned",
                  FLAG,
                  "whether it is static load, known when the owner opens more time",
                  LocalRow::planned),
              Column.of("arrival", UNITS, Unit.TIME, "arrival", LocalRow::arrivalTick),
              Column.of(
                  "start", UNITS_IF_ANY, Unit.TIME, "start; empty while it waits", LocalRow::start),
              Column.of("length", UNITS, Unit.TIME, "run time", LocalRow::lengthTicks)));

  public static final TableFormat<PaymentRow> PAYMENTS =
      new TableFormat<>(
          "payments.csv",
          List.of(
              Column.of("tick", UNITS, Unit.TIME, "time of the payment", PaymentRow::tick),
              Column.of(
                  "kind",
                  PAYMENT,
                  "deposit of a budget, charge from user to owner, or refund from owner to user",
                  PaymentRow::kind),
              Column.of("user", INTEGER, "user of the account", PaymentRow::user),
              Column.of(
                  "job",
                  JOB_IF_ANY,
                  "job that is paid for; empty for a deposit",
                  row -> Optional.ofNullable(row.job())),
              Column.of(
                  "node",
                  INTEGER_IF_ANY,
                  "node whose owner is paid or pays; empty for a deposit",
                  PaymentRow::node),
              Column.of("amount", UNITS, Unit.MONEY, "amount, not negative", PaymentRow::milli)),
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
              Column.of("tick", UNITS, Unit.TIME, "time of the decision", DecisionRow::tick),
              Column.of(
                  "cycle",
                  INTEGER_IF_ANY,
                  "cycle of the decision, if one made it",
                  DecisionRow::cycle),
              Column.of("job", JOB, "job of the decision", DecisionRow::job),
              Column.of(
                  "event",
                  TEXT,
                  "`submitted`, `postponed`, `reserved`, `booked`, `requeued`, `moved`, `finished`,"
                      + " `refused` or `withdrawn`; one row for consecutive cycles that postpone"
                      + " for one reason",
                  DecisionRow::event),
              Column.of("reason", TEXT, "reason, or empty", DecisionRow::reason),
              Column.of("detail", TEXT, "figures for a reader, or empty", DecisionRow::detail)));

  public static final TableFormat<CycleRow> CYCLES =
      TableFormat.ofRecord(
          CycleRow.class,
          "cycles.csv",
          List.of(
              Column.of("cycle", INTEGER, "number of the cycle, from 0", CycleRow::cycle),
              Column.of("vo", INTEGER, "virtual organization", CycleRow::vo),
              Column.of("tick", UNITS, Unit.TIME, "time of the snapshot", CycleRow::tick),
              Column.of(
                  "batch",
                  INTEGER,
                  Unit.JOBS,
                  "jobs in the batch, including those withdrawn before the booking",
                  CycleRow::batch),
              Column.of(
                  "slots", INTEGER, Unit.COUNT, "vacant slots in the snapshot", CycleRow::slots),
              Column.of("placed", INTEGER, Unit.JOBS, "jobs booked", CycleRow::placed),
              Column.of(
                  "withoutAlternative",
                  INTEGER,
                  Unit.JOBS,
                  "jobs of the batch without an alternative",
                  CycleRow::withoutAlternative),
              Column.of(
                  "postponed",
                  INTEGER,
                  Unit.JOBS,
                  "jobs left in the queue, including those for which the batch was full",
                  CycleRow::postponed),
              Column.of(
                  "requeued",
                  INTEGER,
                  Unit.JOBS,
                  "jobs put back after refusals by owners",
                  CycleRow::requeued),
              Column.of("refused", INTEGER, Unit.JOBS, "jobs refused for good", CycleRow::refused),
              Column.of(
                  "alternatives",
                  NUMBER,
                  Unit.ALTERNATIVES,
                  "alternatives found for all jobs of the batch",
                  CycleRow::alternatives)));

  private CyclicTables() {}
}
