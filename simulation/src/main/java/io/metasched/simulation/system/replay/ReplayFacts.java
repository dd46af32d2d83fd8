package io.metasched.simulation.system.replay;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * How a log was replayed.
 *
 * @param title what the run is called
 * @param log file names of the logs, joined by {@code +}
 * @param taken ids of the jobs that were taken, such as {@code 1-1500}, or {@code all}
 * @param processors size of the cluster
 * @param periodTicks time between two scheduling passes, 0 for a pass at each event
 * @param estimates the run times that schedulers expected: {@code log}, {@code exact} or a factor
 * @param arrivalFactor the times of submission were multiplied by it
 * @param shuffled whether the jobs were dealt out anew to the times of submission
 * @param clampProcessors whether too large jobs were cut to the machine; else dropped
 * @param keepOverruns whether run times beyond the estimate were kept; else cut
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
