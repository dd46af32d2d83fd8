package io.metasched.simulation.system.cyclic.rows;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.INTEGER;
import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.JOB;
import static io.metasched.simulation.rows.ColumnType.JOB_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.LIMIT;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
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
import static io.metasched.simulation.rows.Unit.PRICE;
import static io.metasched.simulation.rows.Unit.TIME;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RowPart;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/** Tables of a cyclic run, with each column declared once; see docs/schema.md. */
public final class CyclicTables {
  private static final ColumnType<Integer> FROM_0 = integerFrom(0);
  private static final ColumnType<Integer> FROM_1 = integerFrom(1);
  private static final ColumnType<Long> NOT_NEGATIVE = unitsFrom(0);

  public static final TableFormat<RunHeader> RUN =
      TableFormat.ofRecord(
          RunHeader.class,
          RunTitle.FILE,
          RunTitle.COLUMNS,
          field("granularity", UNITS, TIME, "unit of the lengths of parts"),
          field("period", UNITS, TIME, "time between two cycles"),
          field("horizon", UNITS, TIME, "how far a cycle plans from its snapshot"),
          field(
              "planning",
              UNITS,
              TIME,
              "time from the snapshot of a cycle to its bookings, below the period"),
          field(
              "organizations",
              INTEGER,
              COUNT,
              "number of virtual organizations, which are numbered from 0"),
          field("users", INTEGER, COUNT, "number of users, who are numbered from 0"),
          field(
              "budget",
              UNITS_IF_ANY,
              MONEY,
              "largest deposit of a user per cycle; empty if accounts are unlimited"),
          field(
              "refundsUnused",
              FLAG,
              "whether the unused part of the window of a finished job is refunded"),
          field(
              "queueOrder",
              oneOf(List.of(QueueOrder.values()), QueueOrder::label),
              "order in which cycles consider waiting jobs"),
          field(
              "halfLife",
              UNITS,
              TIME,
              "time after which half of a payment counts as recent use in `fair-share`"),
          field("end", UNITS, TIME, "time of the last event"),
          field("cycles", INTEGER, Unit.CYCLES, "number of cycles"),
          field(
              "failedCycles",
              INTEGER,
              Unit.CYCLES,
              "number of cycles in which some job had no alternative"));

  public static final TableFormat<NodeRow> NODES =
      TableFormat.ofRecord(
          NodeRow.class,
          "nodes.csv",
          nested(
              field("node", FROM_0, "id of the node"),
              field("domain", FROM_0, "domain of the node"),
              field("performance", FROM_1, "volume executed per unit of time"),
              field("price", NOT_NEGATIVE, PRICE, "list price"),
              field("power", NOT_NEGATIVE, "power that a running part draws"),
              field("properties", TEXTS, "properties, such as `ssd;memory=64`")),
          field("leastPrice", UNITS, PRICE, "minimum price that the owner may ask"),
          field("name", TEXT, "name in the file of nodes, if it has one"),
          field("owner", TEXT, "name of its domain in the file of nodes, if it has one"));

  public static final TableFormat<UserRow> USERS =
      TableFormat.ofRecord(
          UserRow.class,
          "users.csv",
          field("user", FROM_0, "number of the user"),
          field("name", TEXT, "name of the user, if any"),
          field("vo", FROM_0, "virtual organization of the user"),
          field("organization", TEXT, "name of the organization, if any"),
          field(
              "budget", UNITS_IF_ANY, MONEY, "deposit per cycle; empty if accounts are unlimited"),
          field(
              "weight",
              NOT_NEGATIVE,
              "weight of the user among those to whom jobs without a user were assigned"));

  public static final TableFormat<DrawnWorkflowRow> WORKFLOWS =
      TableFormat.ofRecord(
          DrawnWorkflowRow.class,
          "workflows.csv",
          field("workflow", FROM_0, "number of the workflow"),
          field("shape", TEXT, "shape from which it was drawn"),
          field("submit", UNITS, TIME, "submission"),
          field("jobs", FROM_1, Unit.JOBS, "number of its jobs"),
          field("budget", LIMIT, MONEY, "maximum sum of the costs of its windows; empty for none"),
          field("deadline", LIMIT, TIME, "latest end of its jobs; empty for none"));

  public static final TableFormat<JobRow> JOBS = JobTable.FORMAT;

  public static final TableFormat<PlacementRow> PLACEMENTS =
      TableFormat.ofRecord(
          PlacementRow.class,
          "placements.csv",
          field("job", JOB, "job of the part"),
          field("node", INTEGER, "node of the part"),
          field("start", UNITS, TIME, "start"),
          field("end", UNITS, TIME, "end of the reservation"),
          field("cost", UNITS, MONEY, "price x reserved time, rounded up to a thousandth"),
          field("price", UNITS, PRICE, "price of the slot"),
          field(
              "realEnd",
              UNITS,
              TIME,
              "time at which the job left the node; the rest was given back"),
          field("booked", UNITS, TIME, "booking"));

  public static final TableFormat<LocalRow> LOCAL =
      TableFormat.ofRecord(
          LocalRow.class,
          "local.csv",
          field("node", INTEGER, "node of the local job"),
          field("number", NUMBER, "number, unique on the node"),
          field(
              "planned",
              FLAG,
              "whether the job is static load, known when the owner opens more" + " time"),
          field("arrival", UNITS, TIME, "arrival"),
          field("start", UNITS_IF_ANY, TIME, "start; empty while the job waits"),
          field("length", UNITS, TIME, "run time"));

  private static final RowPart PAID_JOB =
      new RowPart.Own<JobId>(
          List.of(
              Column.of(
                  "job",
                  JOB_IF_ANY,
                  "job that is paid for; empty for a deposit",
                  Optional::ofNullable)),
          in -> in.next(JOB_IF_ANY).orElse(null));

  public static final TableFormat<PaymentRow> PAYMENTS =
      TableFormat.ofRecord(
          PaymentRow.class,
          "payments.csv",
          field("tick", UNITS, TIME, "time of the payment"),
          field(
              "kind",
              constant(PaymentRow.Kind.values()),
              "deposit of a budget, charge from user to owner, or refund from owner to user"),
          field("user", INTEGER, "user of the account"),
          PAID_JOB,
          field("node", INTEGER_IF_ANY, "node whose owner is paid or pays; empty for a deposit"),
          field("amount", UNITS, MONEY, "amount, not negative"));

  public static final TableFormat<DecisionRow> DECISIONS =
      TableFormat.ofRecord(
          DecisionRow.class,
          "decisions.csv",
          field("tick", UNITS, TIME, "time of the decision"),
          field("cycle", INTEGER_IF_ANY, "cycle of the decision, if one made it"),
          field("job", JOB, "job of the decision"),
          field(
              "event",
              TEXT,
              "`submitted`, `postponed`, `reserved`, `booked`, `requeued`, `moved`, `finished`,"
                  + " `refused` or `withdrawn`; one row for consecutive cycles that postpone"
                  + " for one reason"),
          field("reason", TEXT, "reason, or empty"),
          field("detail", TEXT, "numbers for a reader, or empty"));

  public static final TableFormat<CycleRow> CYCLES =
      TableFormat.ofRecord(
          CycleRow.class,
          "cycles.csv",
          field("cycle", INTEGER, "number of the cycle, from 0"),
          field("vo", INTEGER, "virtual organization"),
          field("tick", UNITS, TIME, "time of the snapshot"),
          field(
              "batch",
              INTEGER,
              Unit.JOBS,
              "jobs in the batch, including those withdrawn before the booking"),
          field("slots", INTEGER, COUNT, "vacant slots in the snapshot"),
          field("placed", INTEGER, Unit.JOBS, "jobs booked"),
          field(
              "withoutAlternative", INTEGER, Unit.JOBS, "jobs of the batch without an alternative"),
          field(
              "postponed",
              INTEGER,
              Unit.JOBS,
              "jobs left in the queue, including those for which the batch was full"),
          field("requeued", INTEGER, Unit.JOBS, "jobs requeued after refusals by owners"),
          field("refused", INTEGER, Unit.JOBS, "jobs refused permanently"),
          field(
              "alternatives",
              NUMBER,
              ALTERNATIVES,
              "alternatives found for all jobs of the batch"));

  private CyclicTables() {}
}
