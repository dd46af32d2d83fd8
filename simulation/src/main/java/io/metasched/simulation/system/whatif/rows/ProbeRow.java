package io.metasched.simulation.system.whatif.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.TableFormat;

/**
 * Answer of a cluster to the probe for a request, as in probes.csv.
 *
 * @param request number of the request
 * @param cluster index of the cluster
 * @param slots number of rated starts
 * @param backlogTicks work of the cluster's jobs by their estimates, divided by its processors
 * @param makespanTicks C_max of the cluster's jobs without the request; 0 if no plan was made
 * @param completionTicks C_avg of the cluster's jobs without the request; 0 if no plan was made
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
          field("request", NUMBER, "request"),
          field("cluster", integerFrom(0), "cluster that answered"),
          field("slots", integerFrom(0), COUNT, "number of rated starts"),
          field("backlog", unitsFrom(0), SECONDS, "work by estimates, divided by the processors"),
          field(
              "makespan",
              unitsFrom(0),
              SECONDS,
              "planned C_max of the cluster's jobs without the request; 0 if no plan was made"),
          field(
              "completion",
              unitsFrom(0),
              SECONDS,
              "planned C_avg of the cluster's jobs without the request; 0 if no plan was made"));
}
