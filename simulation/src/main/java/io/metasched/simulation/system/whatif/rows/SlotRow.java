package io.metasched.simulation.system.whatif.rows;

import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.JOBS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;

/**
 * Start that a cluster rated for a request, as in slots.csv; the numbers of the plan are -1 if
 * there is none.
 *
 * @param request number of the request
 * @param cluster index of the cluster
 * @param start start of the reservation
 * @param availability availability from 0, if the start must not be tried, to 1
 * @param makespanTicks planned C_max with the reservation
 * @param completionTicks planned C_avg with the reservation
 * @param delayedJobs number of jobs that are planned later than without the reservation
 * @param addedWaitTicks sum of the delays of these jobs
 * @param mostDelayed number of the job with the largest delay
 * @param mostDelayTicks delay of that job
 */
public record SlotRow(
    long request,
    int cluster,
    long start,
    double availability,
    long makespanTicks,
    long completionTicks,
    int delayedJobs,
    long addedWaitTicks,
    long mostDelayed,
    long mostDelayTicks) {
  private static final ColumnType<Long> TICKS = UNITS_IF_ANY;

  /** Format of slots.csv. */
  static final TableFormat<SlotRow> FORMAT =
      TableFormat.ofRecord(
          SlotRow.class,
          "slots.csv",
          field("request", NUMBER, "request"),
          field("cluster", integerFrom(0), "cluster"),
          field("start", unitsFrom(0), SECONDS, "rated start"),
          field("availability", MEASURED, "from 0 (the start must not be tried) to 1"),
          field(
              "makespan",
              TICKS,
              SECONDS,
              "planned C_max with the reservation at this start; empty without a plan, like all"
                  + " columns below"),
          field("completion", TICKS, SECONDS, "planned C_avg with the reservation at this start"),
          field("delayed", INTEGER_IF_ANY, JOBS, "jobs planned later than without the reservation"),
          field("addedWait", TICKS, SECONDS, "sum of the delays of these jobs"),
          field("mostDelayed", NUMBER, "job with the largest delay, -1 for none"),
          field("mostDelay", TICKS, SECONDS, "delay of that job"));

  /** Returns whether there is a plan with the reservation at this start. */
  public boolean isPlanned() {
    return makespanTicks >= 0;
  }
}
