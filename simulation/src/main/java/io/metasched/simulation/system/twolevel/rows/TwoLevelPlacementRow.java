package io.metasched.simulation.system.twolevel.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.TableFormat;
import java.util.Comparator;

/**
 * Adjacent processors on which a job ran, as in placements.csv of two levels.
 *
 * @param job number of the job
 * @param provider provider, from 0
 * @param first lowest index of the processors, from 0
 * @param last highest index
 * @param start tick of the job's start
 * @param end tick of the job's end
 */
public record TwoLevelPlacementRow(
    long job, int provider, int first, int last, long start, long end) {
  /** Order of files and digests: by job, then processors. */
  public static final Comparator<TwoLevelPlacementRow> ORDER =
      Comparator.comparingLong(TwoLevelPlacementRow::job)
          .thenComparingInt(TwoLevelPlacementRow::provider)
          .thenComparingInt(TwoLevelPlacementRow::first)
          .thenComparingLong(TwoLevelPlacementRow::start);

  /** Format of placements.csv. */
  public static final TableFormat<TwoLevelPlacementRow> FORMAT =
      TableFormat.ofRecord(
          TwoLevelPlacementRow.class,
          "placements.csv",
          field("job", NUMBER, "job"),
          field("provider", integerFrom(0), "provider, from 0"),
          field("first", integerFrom(0), "lowest index of adjacent processors, from 0"),
          field("last", integerFrom(0), "highest index of these processors"),
          field("start", unitsFrom(0), SECONDS, "start of the job"),
          field("end", unitsFrom(0), SECONDS, "end of the job"));
}
