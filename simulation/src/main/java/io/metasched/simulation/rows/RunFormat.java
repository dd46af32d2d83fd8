package io.metasched.simulation.rows;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.List;

/**
 * Format of a run's results: a record with a component for each table, in the order of the tables.
 * The first component is the row of {@value RunTitle#FILE}, a record with the title of the run; the
 * others are lists of rows.
 *
 * @param type class of the record
 * @param tables tables of the run
 */
public record RunFormat<R extends RunTables>(Class<R> type, List<Table<R, ?>> tables) {
  /**
   * @throws IllegalArgumentException if the record has another number of components
   */
  public RunFormat {
    tables = List.copyOf(tables);
    RecordRows.constructor(type, tables.size());
  }

  /**
   * Assembles a run from the rows of its files.
   *
   * @param kind system that the title must name
   * @throws ResultFormatException if files are missing, damaged, or of another system
   */
  public R assemble(RowSource source, String kind) {
    var values = new Object[tables.size()];
    for (int at = 0; at < values.length; at++) {
      values[at] = source.rows(tables.get(at).format());
    }
    var first = (List<?>) values[0];
    values[0] = first.isEmpty() ? "" : first.get(0);
    var run = first.size() == 1 ? RecordRows.row(constructor(), values, values.length) : null;
    if (run == null || !run.title().kind().equals(kind)) {
      throw ResultFile.refusal(
          Path.of(RunTitle.FILE),
          "allowed is one row of kind %s, but given are %d rows%s"
              .formatted(kind, first.size(), run == null ? "" : " of kind " + run.title().kind()));
    }
    return run;
  }

  /** Returns a copy of a run with the given title. */
  public R titled(R run, RunTitle title) {
    var values = RecordRows.values(run);
    values[0] = RecordRows.with((Record) values[0], title);
    return RecordRows.row(constructor(), values, values.length);
  }

  private Constructor<R> constructor() {
    return RecordRows.constructor(type, tables.size());
  }
}
