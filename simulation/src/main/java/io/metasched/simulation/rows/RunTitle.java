package io.metasched.simulation.rows;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.RowPart.nested;
import static io.metasched.simulation.rows.Unit.SECONDS;

/**
 * Title of a run of one policy, with the facts that only its driver has. It forms the first columns
 * of {@value #FILE}, the table of one row that every run has; a system appends its own columns.
 *
 * @param kind system of the run
 * @param scenario name of the scenario
 * @param policy name of the policy
 * @param driver name of the driver
 * @param seed seed of the run
 * @param version version of the program
 * @param wallSeconds wall time of the run in seconds
 * @param complete false if the run ended at a limit although jobs that still had to run were
 *     waiting
 */
public record RunTitle(
    String kind,
    String scenario,
    String policy,
    String driver,
    long seed,
    String version,
    double wallSeconds,
    boolean complete) {
  /** Name of the file that identifies the folder of a run. */
  public static final String FILE = "run.csv";

  /** Columns of the title, which are the first columns of {@value #FILE}. */
  public static final RowPart COLUMNS =
      nested(
          field("kind", TEXT, "system of the run"),
          field("scenario", TEXT, "name of the scenario"),
          field("policy", TEXT, "name of the policy"),
          field(
              "driver",
              TEXT,
              "how the run was driven; `actors`, `engine` and `cluster` give equal results"),
          field("seed", NUMBER, "seed of the run"),
          field("version", TEXT, "version of the program"),
          field("wallSeconds", MEASURED, SECONDS, "wall time of the run"),
          field(
              "complete",
              FLAG,
              "`false` if the run reached a limit while jobs that still had to run were waiting"));

  /** Returns a copy with the given wall time. */
  public RunTitle took(double seconds) {
    return new RunTitle(kind, scenario, policy, driver, seed, version, seconds, complete);
  }
}
