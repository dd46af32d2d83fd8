package io.metasched.simulation.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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
 * @param complete false if the run ended at a limit while jobs were waiting that it should have
 *     waited for
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

  /** Returns the columns of the title, for a table whose rows contain one. */
  public static <T> List<Column<T, ?>> columns(Function<T, RunTitle> title) {
    return List.of(
        Column.of("kind", ColumnType.TEXT, "system of the run", row -> title.apply(row).kind()),
        Column.of(
            "scenario",
            ColumnType.TEXT,
            "name of the scenario",
            row -> title.apply(row).scenario()),
        Column.of(
            "policy", ColumnType.TEXT, "name of the policy", row -> title.apply(row).policy()),
        Column.of(
            "driver",
            ColumnType.TEXT,
            "how the run was driven; `actors`, `engine` and `cluster` give equal results",
            row -> title.apply(row).driver()),
        Column.of("seed", ColumnType.NUMBER, "seed of the run", row -> title.apply(row).seed()),
        Column.of(
            "version",
            ColumnType.TEXT,
            "version of the program",
            row -> title.apply(row).version()),
        Column.of(
            "wallSeconds",
            ColumnType.MEASURED,
            Unit.SECONDS,
            "wall time of the run",
            row -> title.apply(row).wallSeconds()),
        Column.of(
            "complete",
            ColumnType.FLAG,
            "`false` if the run reached a limit while jobs waited that it should have waited for",
            row -> title.apply(row).complete()));
  }

  /**
   * Reads a title.
   *
   * @param columns columns returned by {@link #columns}
   */
  @SuppressWarnings("unchecked") // the columns are those of this class, of these types
  public static <T> RunTitle read(RowReader<T> in, List<Column<T, ?>> columns) {
    return new RunTitle(
        in.get((Column<T, String>) columns.get(0)),
        in.get((Column<T, String>) columns.get(1)),
        in.get((Column<T, String>) columns.get(2)),
        in.get((Column<T, String>) columns.get(3)),
        in.get((Column<T, Long>) columns.get(4)),
        in.get((Column<T, String>) columns.get(5)),
        in.get((Column<T, Double>) columns.get(6)),
        in.get((Column<T, Boolean>) columns.get(7)));
  }

  /** Returns the columns of the title followed by {@code further}. */
  public static <T> List<Column<T, ?>> with(List<Column<T, ?>> title, List<Column<T, ?>> further) {
    var all = new ArrayList<>(title);
    all.addAll(further);
    return all;
  }

  /** Returns a copy with the given wall time. */
  public RunTitle took(double seconds) {
    return new RunTitle(kind, scenario, policy, driver, seed, version, seconds, complete);
  }
}
