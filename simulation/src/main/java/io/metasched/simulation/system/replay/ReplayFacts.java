package io.metasched.simulation.system.replay;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

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
 * @param clampProcessors whether too large jobs were cut to the machine; otherwise they were
 *     dropped
 * @param keepOverruns whether run times beyond the estimate were kept; otherwise they were cut
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
      TableFormat.ofTitled(
          ReplayFacts.class,
          ReplayFacts::title,
          List.of(
              Column.of(
                  "log",
                  ColumnType.TEXT,
                  "file names of the logs, joined by `+`",
                  ReplayFacts::log),
              Column.of(
                  "taken",
                  ColumnType.TEXT,
                  "ids of the replayed jobs, such as `1-1500`, or `all`",
                  ReplayFacts::taken),
              Column.of(
                  "processors",
                  ColumnType.integerFrom(1),
                  Unit.PROCESSORS,
                  "size of the cluster",
                  ReplayFacts::processors),
              Column.of(
                  "period",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "time between two passes; 0 for a pass at each event",
                  ReplayFacts::periodTicks),
              Column.of(
                  "estimates",
                  ColumnType.TEXT,
                  "run times given to the scheduler: `log`, `exact` or a factor",
                  ReplayFacts::estimates),
              Column.of(
                  "arrivalFactor",
                  ColumnType.MEASURED,
                  "factor of the submission times",
                  ReplayFacts::arrivalFactor),
              Column.of(
                  "shuffled",
                  ColumnType.FLAG,
                  "whether the jobs were assigned to the submission times at random",
                  ReplayFacts::shuffled),
              Column.of(
                  "clampProcessors",
                  ColumnType.FLAG,
                  "whether too large jobs were cut to the cluster; otherwise they were dropped",
                  ReplayFacts::clampProcessors),
              Column.of(
                  "keepOverruns",
                  ColumnType.FLAG,
                  "whether run times beyond the estimate were kept; otherwise they were cut",
                  ReplayFacts::keepOverruns)));
}
