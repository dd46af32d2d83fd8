package io.metasched.simulation.system.replay;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;

/**
 * The single row of run.csv: title and settings of a replay.
 *
 * @param title title of the run
 * @param log file names of the logs, joined by {@code +}
 * @param taken ids of the jobs that were taken, such as {@code 1-1500}, or {@code all}
 * @param processors size of the cluster
 * @param periodTicks time between two scheduling passes, 0 for a pass at each event
 * @param estimates run times that schedulers expected: {@code log}, {@code exact} or a factor
 * @param arrivalFactor factor of the submit times
 * @param shuffled whether the jobs were randomly reassigned to the submit times
 * @param clampProcessors whether too large jobs were cut to the machine; otherwise, they were
 *     dropped
 * @param keepOverruns whether run times beyond the estimate were kept; otherwise, they were cut
 */
public record ReplayFacts(
    RunTitle title,
    String log,
    String taken,
    int processors,
    long periodTicks,
    String estimates,
    double arrivalFactor,
    boolean shuffled,
    boolean clampProcessors,
    boolean keepOverruns) {
  /** Format of {@value RunTitle#FILE}. */
  static final TableFormat<ReplayFacts> FORMAT =
      TableFormat.ofRecord(
          ReplayFacts.class,
          RunTitle.FILE,
          RunTitle.COLUMNS,
          field("log", TEXT, "file names of the logs, joined by `+`"),
          field("taken", TEXT, "ids of the replayed jobs, such as `1-1500`, or `all`"),
          field("processors", integerFrom(1), PROCESSORS, "size of the cluster"),
          field(
              "period",
              unitsFrom(0),
              SECONDS,
              "time between two passes; 0 for a pass at each event"),
          field("estimates", TEXT, "run times given to the scheduler: `log`, `exact` or a factor"),
          field("arrivalFactor", MEASURED, "factor of the submission times"),
          field(
              "shuffled", FLAG, "whether the jobs were assigned to the submission times at random"),
          field(
              "clampProcessors",
              FLAG,
              "whether too large jobs were cut to the cluster; otherwise, they were dropped"),
          field(
              "keepOverruns",
              FLAG,
              "whether run times beyond the estimate were kept; otherwise, they were cut"));
}
