package io.metasched.simulation.system.whatif.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * Start that a cluster rated for a request, as in slots.csv; the numbers of the plan are -1 if
 * there is none.
 *
 * @param request number of the request
 * @param cluster index of the cluster
 * @param start start of the reservation
 * @param availability availability from 0, if it must not be tried, to 1
 * @param makespanTicks planned C_max with the reservation
 * @param completionTicks planned C_avg with the reservation
 * @param delayedJobs number of jobs that are planned later than without it
 * @param addedWaitTicks sum of their delays
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
  private static final ColumnType<Long> TICKS = ColumnType.UNITS_IF_ANY;

  /** Format of slots.csv. */
  static final TableFormat<SlotRow> FORMAT =
      TableFormat.ofRecord(
          SlotRow.class,
          "slots.csv",
          List.of(
              Column.of("request", ColumnType.NUMBER, "request", SlotRow::request),
              Column.of("cluster", ColumnType.integerFrom(0), "cluster", SlotRow::cluster),
              Column.of(
                  "start", ColumnType.unitsFrom(0), Unit.SECONDS, "rated start", SlotRow::start),
              Column.of(
                  "availability",
                  ColumnType.MEASURED,
                  "from 0, the start must not be tried, to 1",
                  SlotRow::availability),
              Column.of(
                  "makespan",
                  TICKS,
                  Unit.SECONDS,
                  "planned C_max with the reservation there; empty without a plan, as all below",
                  SlotRow::makespanTicks),
              Column.of(
                  "completion",
                  TICKS,
                  Unit.SECONDS,
                  "planned C_avg with the reservation there",
                  SlotRow::completionTicks),
              Column.of(
                  "delayed",
                  ColumnType.INTEGER_IF_ANY,
                  Unit.JOBS,
                  "jobs planned later than without it",
                  SlotRow::delayedJobs),
              Column.of(
                  "addedWait", TICKS, Unit.SECONDS, "sum of their delays", SlotRow::addedWaitTicks),
              Column.of(
                  "mostDelayed",
                  ColumnType.NUMBER,
                  "job with the largest delay, -1 for none",
                  SlotRow::mostDelayed),
              Column.of(
                  "mostDelay", TICKS, Unit.SECONDS, "delay of that job", SlotRow::mostDelayTicks)));

  /** Returns whether there is a plan with the reservation at this start. */
  public boolean isPlanned() {
    return makespanTicks >= 0;
  }
}
