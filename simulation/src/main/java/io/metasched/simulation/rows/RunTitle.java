package io.metasched.simulation.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a run of one policy is called, and what only its driver can know. The first columns of
 * {@value #FILE}, the table of one row that every run has; behind them a system adds its own.
 *
 * @param kind the system
 * @param scenario name of the scenario
 * @param policy name of the policy
 * @param driver what drove the run
 * @param seed the run's seed
 * @param version version of the program
 * @param wallSeconds seconds of the wall that the run took
 * @param complete false where the run ended at a limit with jobs waiting that it should have waited
 *     for
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
  /** The file by which the folder of a run is known. */
  public static final String FILE = "run.csv";

  /** The columns of the title, for the format of a table whose rows have one. */
  public static <T> List<Column<T, ?>> columns(Function<T, RunTitle> title) {
    return List.of(
        Column.of("kind", ColumnType.TEXT, row -> title.apply(row).kind()),
        Column.of("scenario", ColumnType.TEXT, row -> title.apply(row).scenario()),
        Column.of("policy", ColumnType.TEXT, row -> title.apply(row).policy()),
        Column.of("driver", ColumnType.TEXT, row -> title.apply(row).driver()),
        Column.of("seed", ColumnType.NUMBER, row -> title.apply(row).seed()),
        Column.of("version", ColumnType.TEXT, row -> title.apply(row).version()),
        Column.of(
            "wallSeconds",
            ColumnType.MEASURED,
            Unit.SECONDS,
            row -> title.apply(row).wallSeconds()),
        Column.of("complete", ColumnType.FLAG, row -> title.apply(row).complete()));
  }

  /**
   * Reads a title.
   *
   * @param columns what {@link #columns} gave
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

  /** Title columns with further ones behind them. */
  public static <T> List<Column<T, ?>> with(List<Column<T, ?>> title, List<Column<T, ?>> further) {
    var all = new ArrayList<>(title);
    all.addAll(further);
    return all;
  }

  /** The same of a run that took so long. */
  public RunTitle took(double seconds) {
    return new RunTitle(kind, scenario, policy, driver, seed, version, seconds, complete);
  }
}
