package io.metasched.simulation.system.whatif;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * A start that a cluster rated for a request, as in slots.csv; the figures of the plan are -1 where
 * there is none.
 *
 * @param request number of the request
 * @param cluster index of the cluster
 * @param start when the reservation would begin
 * @param availability from 0, where it must not be tried, to 1
 * @param makespanTicks C_max that is planned with the reservation there
 * @param completionTicks C_avg that is planned with it
 * @param delayedJobs how many jobs are planned later than without it
 * @param addedWaitTicks by how much all of them together are
 * @param mostDelayed number of the job that is planned latest in comparison
 * @param mostDelayTicks by how much that one is
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

  /** The file slots.csv. */
  static final TableFormat<SlotRow> FORMAT =
      TableFormat.ofRecord(
          SlotRow.class,
          "slots.csv",
          List.of(
              Column.of("request", ColumnType.NUMBER, SlotRow::request),
              Column.of("cluster", ColumnType.integerFrom(0), SlotRow::cluster),
              Column.of("start", ColumnType.unitsFrom(0), Unit.SECONDS, SlotRow::start),
              Column.of("availability", ColumnType.MEASURED, SlotRow::availability),
              Column.of("makespan", TICKS, Unit.SECONDS, SlotRow::makespanTicks),
              Column.of("completion", TICKS, Unit.SECONDS, SlotRow::completionTicks),
              Column.of("delayed", ColumnType.INTEGER_IF_ANY, Unit.JOBS, SlotRow::delayedJobs),
              Column.of("addedWait", TICKS, Unit.SECONDS, SlotRow::addedWaitTicks),
              Column.of("mostDelayed", ColumnType.NUMBER, SlotRow::mostDelayed),
              Column.of("mostDelay", TICKS, Unit.SECONDS, SlotRow::mostDelayTicks)));

  /** Whether there is a plan with the reservation there. */
  public boolean isPlanned() {
    return makespanTicks >= 0;
  }
}
