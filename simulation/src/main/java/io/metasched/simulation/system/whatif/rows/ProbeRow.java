package io.metasched.simulation.system.whatif.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * Answer of a cluster to the probe for a request, as in probes.csv.
 *
 * @param request number of the request
 * @param cluster index of the cluster
 * @param slots number of rated starts
 * @param backlogTicks work by estimates divided by its processors
 * @param makespanTicks C_max of its jobs without the request; 0 if no plan was made
 * @param completionTicks C_avg of its jobs without the request; 0 if no plan was made
 */
public record ProbeRow(
    long request,
    int cluster,
    int slots,
    long backlogTicks,
    long makespanTicks,
    long completionTicks) {
  /** Format of probes.csv. */
  static final TableFormat<ProbeRow> FORMAT =
      TableFormat.ofRecord(
          ProbeRow.class,
          "probes.csv",
          List.of(
              Column.of("request", ColumnType.NUMBER, "request", ProbeRow::request),
              Column.of(
                  "cluster", ColumnType.integerFrom(0), "cluster that answered", ProbeRow::cluster),
              Column.of(
                  "slots",
                  ColumnType.integerFrom(0),
                  Unit.COUNT,
                  "number of starts it rated",
                  ProbeRow::slots),
              Column.of(
                  "backlog",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "its work by estimates, divided by its processors",
                  ProbeRow::backlogTicks),
              Column.of(
                  "makespan",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "planned C_max of its jobs without the request; 0 if no plan was made",
                  ProbeRow::makespanTicks),
              Column.of(
                  "completion",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "planned C_avg of its jobs without the request; 0 if no plan was made",
                  ProbeRow::completionTicks)));
}
