package io.metasched.simulation.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The files of a policy on two levels; see docs/schema.md. */
public final class TwoLevelResult {
  /** The jobs of one policy. */
  public static final String JOBS = "jobs.csv";

  /** What the key {@code kind} of its summary says. */
  public static final String KIND = "two-level";

  /** Grows when a column or a key goes or changes its meaning. */
  public static final int SCHEMA = 1;

  static final RowFormat<TwoLevelJobRow> JOB_FORMAT =
      RowFormat.of(
          JOBS,
          "id,kind,submit,processors,run,limit,ready,due,duration,least,provider,start,"
              + "end,promised,granted,stopped,refused",
          (row, cells) ->
              cells
                  .number(row.id())
                  .text(RowFormat.lowerCase(row.kind()))
                  .units(row.submit())
                  .number(row.processors())
                  .units(row.runTicks())
                  .units(row.limitTicks())
                  .tickIfAny(row.ready())
                  .tickIfAny(row.due())
                  .tickIfAny(row.reservedTicks())
                  .tickIfAny(row.leastTicks())
                  .numberIfAny(row.provider())
                  .tickIfAny(row.start())
                  .tickIfAny(row.end())
                  .tickIfAny(row.promised())
                  .tickIfAny(row.grantedTicks())
                  .flag(row.stopped())
                  .text(row.refused()),
          cells ->
              new TwoLevelJobRow(
                  cells.number(),
                  cells.constant(TwoLevelJobRow.Kind.values()),
                  cells.unitsFrom(0),
                  cells.integerFrom(1),
                  cells.unitsFrom(1),
                  cells.unitsFrom(1),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.integerIfAny(),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.tickIfAny(),
                  cells.flag(),
                  cells.text()));

  static final RowFormat<TwoLevelPlacementRow> PLACEMENT_FORMAT =
      RowFormat.of(
          "placements.csv",
          "job,provider,first,last,start,end",
          (row, cells) ->
              cells
                  .number(row.job())
                  .number(row.provider())
                  .number(row.first())
                  .number(row.last())
                  .units(row.start())
                  .units(row.end()),
          cells ->
              new TwoLevelPlacementRow(
                  cells.number(),
                  cells.integerFrom(0),
                  cells.integerFrom(0),
                  cells.integerFrom(0),
                  cells.unitsFrom(0),
                  cells.unitsFrom(0)));

  private TwoLevelResult() {}

  /**
   * Writes the files of a policy.
   *
   * @param folder exists; files of the same names are overwritten
   * @param jobs by (submit, id)
   * @param placements in their order
   */
  public static void write(
      List<TwoLevelJobRow> jobs, List<TwoLevelPlacementRow> placements, Path folder)
      throws IOException {
    new CsvTable<>(JOB_FORMAT, folder).write(jobs);
    new CsvTable<>(PLACEMENT_FORMAT, folder).write(placements);
  }

  /** Whether a folder has the jobs of a policy on two levels. */
  public static boolean isIn(Path folder) {
    return JOB_FORMAT.isIn(folder);
  }

  /**
   * Reads the jobs of a policy.
   *
   * @throws ResultFormatException for a file that is missing or damaged
   */
  public static List<TwoLevelJobRow> readJobs(Path folder) {
    return new CsvTable<>(JOB_FORMAT, folder).read();
  }

  /**
   * Reads where the jobs of a policy ran.
   *
   * @throws ResultFormatException for a file that is missing or damaged
   */
  public static List<TwoLevelPlacementRow> readPlacements(Path folder) {
    return new CsvTable<>(PLACEMENT_FORMAT, folder).read();
  }
}
