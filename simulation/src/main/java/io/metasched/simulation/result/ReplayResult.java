package io.metasched.simulation.result;

import java.nio.file.Path;
import java.util.List;

/** The files of a replay that are read back; see docs/schema.md. */
public final class ReplayResult {
  /** The jobs of one policy. */
  public static final String JOBS = "jobs.csv";

  /** Columns of {@link #JOBS}. */
  public static final List<String> COLUMNS =
      List.of("id", "submit", "start", "end", "processors", "wait", "estimate", "stopped", "user");

  /** What the key {@code kind} of its summary says. */
  public static final String KIND = "replay";

  /** Grows when a key of the summary goes or changes its meaning. */
  public static final int SCHEMA = 1;

  private static final RowFormat<ReplayRow> FORMAT =
      RowFormat.of(
          JOBS,
          String.join(",", COLUMNS),
          (row, cells) ->
              cells
                  .number(row.id())
                  .units(row.submit())
                  .tickIfAny(row.start())
                  .tickIfAny(row.end())
                  .number(row.processors())
                  .tickIfAny(row.waitTicks())
                  .units(row.estimate())
                  .flag(row.stopped())
                  .number(row.user()),
          cells ->
              new ReplayRow(
                  cells.number(),
                  cells.unitsFrom(0),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.integerFrom(1),
                  cells.tickIfAny(),
                  cells.unitsFrom(1),
                  cells.flag(),
                  cells.integer()));

  private ReplayResult() {}

  /** Whether a folder has the jobs of a replay, which those of a simulation are not. */
  public static boolean isIn(Path folder) {
    return FORMAT.isIn(folder);
  }

  /**
   * Reads the jobs of a policy.
   *
   * @throws ResultFormatException for a file that is missing or damaged
   */
  public static List<ReplayRow> read(Path folder) {
    return new CsvTable<>(FORMAT, folder).read();
  }
}
