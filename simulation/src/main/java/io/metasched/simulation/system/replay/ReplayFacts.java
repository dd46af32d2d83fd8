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
  /** The file {@value RunTitle#FILE}. */
  static final TableFormat<ReplayFacts> FORMAT =
      TableFormat.ofTitled(
          ReplayFacts.class,
          ReplayFacts::title,
          List.of(
              Column.of("log", ColumnType.TEXT, ReplayFacts::log),
              Column.of("taken", ColumnType.TEXT, ReplayFacts::taken),
              Column.of(
                  "processors",
                  ColumnType.integerFrom(1),
                  Unit.PROCESSORS,
                  ReplayFacts::processors),
              Column.of("period", ColumnType.unitsFrom(0), Unit.SECONDS, ReplayFacts::periodTicks),
              Column.of("estimates", ColumnType.TEXT, ReplayFacts::estimates),
              Column.of("arrivalFactor", ColumnType.MEASURED, ReplayFacts::arrivalFactor),
              Column.of("shuffled", ColumnType.FLAG, ReplayFacts::shuffled),
              Column.of("clampProcessors", ColumnType.FLAG, ReplayFacts::clampProcessors),
              Column.of("keepOverruns", ColumnType.FLAG, ReplayFacts::keepOverruns)));
}
